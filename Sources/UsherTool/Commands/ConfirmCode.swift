import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct ConfirmCode: ToolCommand {
  static let name = "confirm-code"
  static let abstract = "Finish a sign-in with the code you received."
  static let discussion = """
    Finishes whichever step is pending. A wrong code keeps the step; after five wrong codes a new one has to \
    be sent.

    A code from an SMS may stand on the command line. The fixed code of a fictional number is a standing \
    secret: pass it with - or --code-file.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.word, "code",
        help: "The six digits you received, or the whole message; - reads them from standard input."),
      .option(\.pending, "pending", value: "ID", help: "Finish this pending step, not the only one."),
      .option(
        \.verificationID, "verification-id", value: "ID",
        help: "Sign in with this verification, even one that is not saved here."
      ),
    ] + Argument.set(\.code)
  static let examples = [
    Example("usher confirm-code 654321", "Finish the pending sign-in."),
    Example("usher confirm-code - < code.txt", "Take the code from a file."),
    Example("usher confirm-code --pending p7 --json 654321", "Finish one of several steps in a script."),
  ]
  static let fields = CredentialUse.fields

  var word: String?
  var pending: String?
  var verificationID: String?
  var code = CodeOptions()

  func report(in context: Context) throws -> Report {
    let (session, step) = try pendingStep(in: context)
    if case .phoneProof(let proof) = step?.kind {
      return try CredentialUse(
        context: context, session: session, purpose: .signIn, method: "phone", step: step
      ).spend(.phone(.temporaryProof(proof.proof, phoneNumber: proof.phone)))
    }
    let confirmation = try confirmation(of: step, session, context)
    if let code = try code.code(word, in: context) { return try confirmation.confirm(code) }
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the code is missing", hint: "pass it as CODE, with - on standard input, or with --code-file")
    }
    return try converse(confirmation, context)
  }

  /// Asks for the code; another can be sent where the number is known.
  private func converse(_ confirmation: Confirmation, _ context: Context) throws -> Report {
    guard let step = confirmation.step, let sent = step.sentCode,
      let number = try? PhoneNumber.read(sent.phone)
    else {
      let argv = context.command(
        "confirm-code", "--verification-id", confirmation.verificationID, session: confirmation.session)
      return try CodePrompt(context: context, later: { "To finish:  " + argv.joined(separator: " ") })
        .ask(confirmation.confirm)
    }
    let sending = CodeSending(context: context, session: confirmation.session, purpose: confirmation.purpose)
    return try sending.converse(
      about: .init(verification: PhoneVerification(number, sent), step: step, sent: false))
  }

  /// The step that is meant, and its session; no step for a verification that was never kept.
  private func pendingStep(in context: Context) throws -> (SessionKey, PendingStep?) {
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    if let verificationID {
      if pending != nil { throw UsageError.misuse("--pending and --verification-id exclude each other") }
      let candidates = state.pending(in: session.binding).filter {
        $0.sentCode?.verificationID == verificationID
      }
      // Two sessions may share a code that was sent once; the one in use comes first.
      guard let step = candidates.first(where: { $0.session == session.name }) ?? candidates.first,
        context.options.session == nil || step.session == session.name
      else { return (session, nil) }
      return (session.binding.session(step.session), step)
    }
    let step = try pending.map { try named($0, in: state, context) } ?? onlyStep(in: state, session, context)
    let owner = session.binding.session(step.session)
    guard !step.isExpired(at: context.now()) else {
      if context.keepsState {
        try context.stateFile().update { state in _ = state.removePending(step.id) }
      }
      let anew =
        step.sentCode == nil
        ? context.command("verify-phone", session: owner)
        : try confirmation(of: step, owner, context).sendAnew
      throw Diagnosis(
        "auth/code-expired", .expired, "that code has expired",
        hint: "ask for a new one with: " + anew.joined(separator: " "), nextStep: anew)
    }
    return (owner, step)
  }

  private func confirmation(
    of step: PendingStep?, _ session: SessionKey, _ context: Context
  ) throws -> Confirmation {
    let purpose: PhonePurpose =
      switch step?.kind {
      case nil: .signIn
      case .phone(let purpose, _): purpose
      default:
        throw Diagnosis(
          "usher/unsupported", .failure, "this version of usher cannot finish \(step?.kindName ?? "that")",
          hint: "drop it with: usher pending drop \(step?.id.rawValue ?? "")")
      }
    return Confirmation(
      context: context, session: session, purpose: purpose,
      verificationID: verificationID ?? step?.sentCode?.verificationID ?? "", step: step)
  }

  private func named(_ id: String, in state: SavedState, _ context: Context) throws -> PendingStep {
    let binding = try context.binding()
    guard let id = PendingID(rawValue: id), let found = state.pending(id) else {
      throw UsageError.misuse("no step '\(id)' is pending", hint: "see: usher pending list")
    }
    guard found.session.binding == binding else {
      throw UsageError.misuse(
        "step \(id) belongs to \(found.session.binding.endpoint), project \(found.session.binding.project)",
        hint: "name that endpoint with --endpoint")
    }
    return found.step
  }

  private func onlyStep(in state: SavedState, _ session: SessionKey, _ context: Context) throws -> PendingStep
  {
    let steps = context.stepsAwaitingCode(of: session, in: state)
    let live = steps.filter { !$0.isExpired(at: context.now()) }
    let candidates = live.isEmpty ? steps.suffix(1) : live
    guard let step = candidates.first else {
      throw Diagnosis(
        "usher/nothing-pending", .usage, "no code is awaited",
        hint: "start with: usher verify-phone", nextStep: context.command("verify-phone", session: session))
    }
    if candidates.count > 1 {
      let list = candidates.map { "\($0.id) (\($0.kindName)\(session.suffix(of: $0)))" }
        .joined(separator: ", ")
      throw Diagnosis(
        "usher/several-pending", .usage, "more than one step is pending: \(list)",
        hint: "say which with --pending ID")
    }
    return step
  }
}

extension SessionKey {
  /// Tells a step of another session from those of this one.
  fileprivate func suffix(of step: PendingStep) -> String {
    step.session == name ? "" : " of \(step.session)"
  }
}
