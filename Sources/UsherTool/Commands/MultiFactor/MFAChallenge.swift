import AuthClient
import CommandKit
import IdentityToolkit
import TerminalIO

struct MFAChallenge: ToolCommand {
  static let name = "mfa challenge"
  static let abstract = "Send the code of a second factor, or choose the authenticator app."
  static let discussion = """
    Goes on with a sign-in that wants a second factor. At a terminal it asks for the code that arrives; \
    otherwise confirm-code finishes it.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.factor, "factor",
        help: "The factor's id or the beginning of one, its name, or its number in the list."),
      .option(\.pending, "pending", value: "ID", help: "Go on with this pending step, not the only one."),
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
    context.appVerification = appVerification
    let (session, step) = try PendingChoice(context: context, id: pending).step(
      orElse: "no sign-in waits for a second factor", begin: context.command("signin")
    ) {
      if case .secondFactor = $0.kind { true } else { false }
    }
    guard case .secondFactor(let purpose, let choice) = step.kind else {
      throw UsageError.misuse(
        "step \(step.id) has no second factor to challenge",
        hint: "finish it with: usher confirm-code --pending \(step.id)")
    }
    if step.isExpired(at: context.now()) { throw try context.tooLate(step, purpose, session) }
    if context.isInteractive, !noWait, !resend, !code.isGiven {
      return try SecondFactorPrompt(context: context, session: session, purpose: purpose)
        .finish(choice, step, factor: factor)
    }
    let outcome = try Challenge(
      context: context, session: session, purpose: purpose, choice: choice, step: step
    ).begin(with: try choice.factor(factor), resend: resend)
    return try outcome.confirmation.finish(sent: outcome.sent, code, wait: !noWait)
  }
}

extension Context {
  /// The first factor counts no longer: the step is over.
  fileprivate func tooLate(
    _ step: PendingStep, _ purpose: SecondFactorPurpose, _ session: SessionKey
  ) throws -> Diagnosis {
    if keepsState { try stateFile().update { state in _ = state.removePending(step.id) } }
    let anew = SecondFactorConfirmation.firstFactor(purpose, session, self)
    var diagnosis = Diagnosis(ServerError(.invalidMFAPendingCredential))
    diagnosis.serverCode = nil
    diagnosis.hint = "\(SecondFactorConfirmation.anew): " + anew.shellLine
    diagnosis.nextStep = anew
    return diagnosis
  }
}
