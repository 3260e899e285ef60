import AuthClient
import CommandKit
import Essentials
import IdentityToolkit
import TerminalIO

struct ConfirmCode: ToolCommand {
  static let name = "confirm-code"
  static let abstract = "Finish a sign-in with the code you received."
  static let discussion = """
    Finishes whichever step is pending: a sign-in, a link, an update, a second factor, an enrolment. A wrong \
    code keeps the step; after five wrong codes, three for a new authenticator app, it has to be begun anew.

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
      .option(
        \.factor, "factor", value: "FACTOR",
        help: "The second factor that the code is of: its id, name, or number in the list."),
    ] + Argument.set(\.code)
  static let examples = [
    Example("usher confirm-code 654321", "Finish the pending sign-in."),
    Example("usher confirm-code - < code.txt", "Take the code from a file."),
    Example("usher confirm-code --pending p7 --json 654321", "Finish one of several steps in a script."),
  ]

  var word: String?
  var pending: String?
  var verificationID: String?
  var factor: String?
  var code = CodeOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    let (session, step) = try pendingStep(in: context)
    if case .phoneProof(let proof) = step?.kind {
      return try CredentialUse(
        context: context, session: session, purpose: .signIn, method: "phone", step: step
      ).spend(.phone(.temporaryProof(proof.proof, phoneNumber: proof.phone)))
    }
    if factor != nil {
      guard case .secondFactor = step?.kind else { throw UsageError.misuse("--factor is for second factors") }
    }
    if word == nil, !code.isGiven, context.isInteractive,
      case .secondFactor(let purpose, let choice) = step?.kind, try !choice.isChallenged(factor)
    {
      return try SecondFactorPrompt(context: context, session: session, purpose: purpose)
        .finish(choice, step, factor: factor)
    }
    let confirmation = try confirmation(of: step, session, context)
    if let code = try code.code(word, in: context) { return try confirmation.confirm(code) }
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the code is missing", hint: "pass it as CODE, with - on standard input, or with --code-file")
    }
    return try CodePrompt(context: context).finish(confirmation, sent: false)
  }

  /// The step that is meant, and its session; no step for a verification that was never kept.
  private func pendingStep(in context: Context) throws -> (SessionKey, PendingStep?) {
    if let verificationID {
      if pending != nil { throw UsageError.misuse("--pending and --verification-id exclude each other") }
      let state = try context.savedState()
      let session = try context.sessionKey(in: state)
      let candidates = state.pending(in: session.binding).filter {
        $0.sentCode?.verificationID == verificationID
      }
      // Two sessions may share a code that was sent once; the one in use comes first.
      guard let step = candidates.first(where: { $0.session == session.name }) ?? candidates.first,
        context.options.session == nil || step.session == session.name
      else { return (session, nil) }
      return (session.binding.session(step.session), step)
    }
    let (session, step) = try PendingChoice(context: context, id: pending).step(
      orElse: "no code is awaited", begin: context.command("verify-phone"), where: \.awaitsCode)
    if step.isExpired(at: context.now()) { throw try expiry(of: step, session, context) }
    return (session, step)
  }

  private func expiry(of step: PendingStep, _ session: SessionKey, _ context: Context) throws -> Diagnosis {
    if context.keepsState {
      try context.stateFile().update { state in _ = state.removePending(step.id) }
    }
    var (phrase, anew) = (PhoneConfirmation.anew, context.command("verify-phone", session: session))
    if case .secondFactor(let purpose, _) = step.kind {
      (phrase, anew) = (
        SecondFactorConfirmation.anew, SecondFactorConfirmation.firstFactor(purpose, session, context)
      )
    } else if step.awaitsCode, let confirmation = try? confirmation(of: step, session, context) {
      (phrase, anew) = (type(of: confirmation).anew, confirmation.beginAnew)
    }
    return Diagnosis(
      "auth/code-expired", .expired, "that code has expired",
      hint: "\(phrase): " + anew.shellLine, nextStep: anew)
  }

  /// What the code finishes.
  private func confirmation(
    of step: PendingStep?, _ session: SessionKey, _ context: Context
  ) throws -> any CodeConfirmation {
    switch step?.kind {
    case nil:
      return PhoneConfirmation(
        context: context, session: session, purpose: .signIn, verificationID: verificationID ?? "", sent: nil,
        step: nil)
    case .phone(let purpose, let sent):
      return PhoneConfirmation(
        context: context, session: session, purpose: purpose, verificationID: sent.verificationID, sent: sent,
        step: step)
    case .secondFactor(let purpose, let choice):
      return SecondFactorConfirmation(
        context: context, session: session, purpose: purpose, choice: choice, step: step,
        factor: try choice.factor(factor))
    case .smsEnrollment(let sent, let name):
      return EnrollmentConfirmation(
        context: context, session: session, step: step, proof: .sms(sent),
        name: name ?? MaskedNumber.mask(sent.phone))
    case .totpEnrollment(let enrollment):
      return EnrollmentConfirmation(
        context: context, session: session, step: step, proof: .totp(sessionInfo: enrollment.sessionInfo),
        name: enrollment.name ?? TOTPEnrolling.usualName)
    case .email(_, let link):
      throw UsageError.misuse(
        "step \(step?.id.rawValue ?? "") waits for the link that was mailed to \(link.email)",
        hint: "finish it with: usher complete-link")
    case .phoneProof, .unsupported:
      throw Diagnosis(
        "usher/unsupported", .failure, "this version of usher cannot finish \(step?.kindName ?? "that")",
        hint: "drop it with: usher pending drop \(step?.id.rawValue ?? "")")
    }
  }
}

extension PendingStep {
  /// A link finishes the others.
  var awaitsCode: Bool {
    if case .email = kind { false } else { true }
  }

  /// What the factor will be called that this enrols.
  var factorName: String? {
    switch kind {
    case .smsEnrollment(_, let name): name
    case .totpEnrollment(let enrollment): enrollment.name
    default: nil
    }
  }
}
