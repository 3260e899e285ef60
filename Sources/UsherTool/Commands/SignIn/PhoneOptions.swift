import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The options of commands that send a code to a phone as a credential.
struct PhoneOptions: ArgumentSet {
  var number: String?
  var resend = false
  var waitResend = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.number, "number",
        help: "The number with its country code, such as +16505553434."),
      .flag(\.resend, "resend", help: "Send another code; you may leave out NUMBER."),
      .flag(\.waitResend, "wait-resend", help: "With --resend, wait until you may get another code."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)

  func report(for purpose: CredentialPurpose, in context: Context) throws -> Report<StepResult> {
    try code.refuseUnused(wait: !noWait)
    if waitResend, !resend { throw UsageError.misuse("--wait-resend goes with --resend") }
    return try PhoneConversation(
      person: context.person, service: context.service,
      flow: try context.sessions.flow(verifying: appVerification), purpose: purpose, code: code, wait: !noWait
    ).report(number, resend: resend, waitResend: waitResend)
  }
}
