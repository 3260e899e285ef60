import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct ConfirmCode: ToolCommand {
  static let name = "confirm-code"
  static let abstract: Text = "Finish a sign-in or an enrollment with the code you received."
  static let discussion = """
    It finishes the pending step. A wrong code keeps the step. After five wrong codes (three for a new \
    authenticator app), start again.

    You may type a code from an SMS on the command line. The code of a fictional number never changes, so keep \
    it secret: pass it with - or --code-file.
    """
  static let manual = """
    A step is a sign-in, a linked or updated number, a re-authentication, a second factor, or the enrollment of \
    one. The steps that wait for you:

      usher pending list
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.word, "code",
        help: "The code you received, or the whole message; - reads it from standard input.",
        holdsSecret: true
      ).inGroups { $0.count >= 6 },
      .option(
        \.pending, "pending", value: "ID", help: "Finish this pending step.",
        completion: .live(.pending)
      ).excluding("--verification-id"),
      .option(
        \.verificationID, "verification-id", value: "ID",
        help: "Sign in with this verification ID, saved here or not.", holdsSecret: true
      ),
      .option(
        \.factor, "factor", value: "FACTOR",
        help: "The second factor: its id, name, or number in mfa list.",
        completion: .live(.factor)),
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
    let (flow, step) = try pendingStep(in: context)
    if let purpose = step == nil ? .signIn : step?.credentialPurpose { try flow.refuseShadowed(by: purpose) }
    var asker = CommandAsker(context, flow)
    asker.secondFactor.factor = factor
    (asker.word, asker.code) = (word, code)
    if let step, case .phoneProof(let proof) = step.kind {
      return try StepReports.of(asker) { try $0.useProof(of: step, proof) }
    }
    let signIn = step.flatMap { SecondFactorStep($0, of: flow.key) }
    if factor != nil, signIn == nil { throw UsageError.misuse("--factor is for second factors") }
    let isGiven = word != nil || code.isGiven
    return try StepReports.of(asker) { engine in
      if let signIn, !isGiven, context.person.isInteractive, try !signIn.isChallenged(factor) {
        return try engine.finish(.needs(.factor(signIn)))
      }
      let progress = try engine.confirm(CodeNeed(try confirmation(of: step, flow), sent: false))
      guard case .needs(.code) = progress else { return progress }
      throw UsageError.misuse(
        "the code is missing", hint: "pass it as CODE, with - on standard input, or with --code-file")
    }
  }

  /// Returns the step that the options select; no step for a verification that was not saved.
  private func pendingStep(in context: Context) throws -> (FlowSession, PendingStep?) {
    let flow = try context.sessions.flow()
    if let verificationID {
      // A code sent once may belong to two sessions. The session in use comes first.
      let steps = try flow.state.read().pending(in: flow.binding).filter {
        $0.sentCode?.verificationID == verificationID
      }
      guard let step = steps.first(where: { $0.session == flow.key.name }) ?? steps.first,
        context.settings.options.session == nil || step.session == flow.key.name
      else { return (flow, nil) }
      return (flow.session(flow.binding.session(step.session)), step)
    }
    do {
      return try PendingSteps(flow).find(pending, where: \.awaitsCode)
    } catch PendingProblem.nothing(let session) {
      throw Diagnosis(
        .nothingPending, "no step is waiting for a code",
        hint: Hint(Text("start"), ["usher", "verify-phone"] + session.option))
    }
  }

  private func confirmation(of step: PendingStep?, _ flow: FlowSession) throws -> CodeConfirmation {
    guard let step else { return CodeConfirmation(verificationID: verificationID ?? "", in: flow) }
    if let confirmation = try CodeConfirmation(of: step, factor: factor, in: flow) { return confirmation }
    let pending = ["--pending", step.id.rawValue] + flow.key.option
    if let link = step.sentLink {
      throw UsageError.misuse(
        "step \(step.id.rawValue) is waiting for the link that was mailed to \(link.email)",
        hint: Hint("finish it", ["usher", "complete-link"] + pending, needs: step.needs))
    }
    throw Diagnosis(
      .unsupported, "this version of usher cannot finish \(step.kindName)",
      hint: Hint("drop it", ["usher", "pending", "drop", step.id.rawValue]))
  }
}
