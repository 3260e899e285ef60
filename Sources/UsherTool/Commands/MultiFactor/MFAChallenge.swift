import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct MFAChallenge: ToolCommand {
  static let name = "mfa challenge"
  static let abstract: Text = "Send the SMS code for a second factor."
  static let discussion = """
    Use it for a sign-in that needs a second factor (exit status 3). At a terminal, you choose the factor and \
    enter its code. In a script, it sends the SMS: finish with confirm-code. An authenticator app needs no \
    challenge: give its code to confirm-code.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.factor, "factor",
        help: "The factor's id, an id prefix, its name, or its number in mfa list.",
        completion: .live(.factor)),
      .option(
        \.pending, "pending", value: "ID", help: "Continue this pending step.",
        completion: .live(.pending)),
      .flag(\.resend, "resend", help: "Send another code."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)
  static let examples = [
    Example("usher mfa challenge", "Choose the factor and finish the sign-in."),
    Example("usher mfa challenge work --json", "Send the code to the phone called work, in a script."),
  ]

  var factor: String?
  var pending: String?
  var resend = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try code.refuseUnused(wait: !noWait)
    let (flow, signIn) = try waiting(try context.sessions.flow(verifying: appVerification))
    try flow.refuseShadowed(by: signIn.purpose)
    var asker = CommandAsker(context, flow)
    asker.secondFactor.factor = factor
    (asker.code, asker.wait, asker.beganStep) = (code, !noWait, true)
    return try StepReports.of(asker) { engine in
      if context.person.isInteractive, !noWait, !resend, !code.isGiven {
        return try engine.finish(.needs(.factor(signIn)))
      }
      return try engine.challenge(signIn, with: try signIn.factor(factor), resend: resend)
    }
  }

  /// Returns the sign-in that waits for a second factor.
  private func waiting(_ flow: FlowSession) throws -> (FlowSession, SecondFactorStep) {
    do {
      let (flow, step) = try PendingSteps(flow).find(pending) { SecondFactorStep($0, of: flow.key) != nil }
      guard let signIn = SecondFactorStep(step, of: flow.key) else {
        throw UsageError.misuse(
          "step \(step.id.rawValue) has no second factor to challenge",
          hint: Hint("finish it", step.finish + flow.key.option, needs: step.needs))
      }
      return (flow, signIn)
    } catch PendingProblem.nothing(let session) {
      throw Diagnosis(
        .nothingPending, "no sign-in is waiting for a second factor",
        hint: Hint(Text("start"), ["usher", "signin"] + session.option))
    }
  }
}
