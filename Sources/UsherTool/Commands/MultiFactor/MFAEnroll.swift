import AuthClient
import CommandKit
import Flows
import IdentityToolkit
import TerminalIO

struct MFAEnroll: ToolCommand {
  static let name = "mfa enroll"
  static let abstract = "Add a second factor to the account, asking which."
  static let discussion = """
    In scripts name it: mfa enroll sms, mfa enroll totp. Both want an account that was signed in to with a \
    password, a mailed link or an identity provider, and whose address is verified.
    """
  static let examples = [Example("usher mfa enroll", "Choose between SMS and an authenticator app.")]

  func report(in context: Context) throws -> Report<StepResult> {
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the kind of second factor is missing",
        hint: Hint("name it", template: ["usher", "mfa", "enroll", "sms|totp"])
      )
    }
    let flow = try context.flow()
    return try StepReports(context: context, flow: flow).report(
      try EnrollmentConversation(context: context, flow: flow).finish())
  }
}

struct MFAEnrollSMS: ToolCommand {
  static let name = "mfa enroll sms"
  static let abstract = "Make a phone a second factor of the account."
  static let discussion = """
    An SMS is sent to the number, and standard rates may apply. Enrolling a phone ends the account's other \
    sessions.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.number, "number", help: "The number with its country code."),
      .option(
        \.displayName, "name", value: "NAME", help: "What the factor is called; else its masked number."),
      .flag(\.resend, "resend", help: "Send another code, to the number that waits for one."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)
  static let examples = [
    Example("usher mfa enroll sms '+1 650-555-3434' --name work", "Add a phone, and ask for its code."),
    Example("usher mfa enroll sms +16505553434 --code-file code.txt", "Add a fictional number in a script."),
  ]

  var number: String?
  var displayName: String?
  var resend = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    context.appVerification = appVerification
    try code.refuseLosingStep(wait: !noWait, in: context)
    let flow = try context.flow()
    let waiting = try flow.state.read().pending(of: flow.key, .smsEnrollment).last
    let name = try displayName.map { try FactorName.check($0) } ?? (resend ? waiting?.factorName : nil)
    var typed = try number.map { try PhoneNumber.read($0) }
    if resend, typed == nil { typed = try waiting?.sentCode.map { try PhoneNumber.read($0.phoneNumber) } }
    let sent = try EnrollmentConversation(context: context, flow: flow)
      .beginSMS(to: typed, name: name, resend: resend)
    return try StepReports(context: context, flow: flow)
      .finish(sent.confirmation, sent: sent.isNew, code, wait: !noWait)
  }
}

struct MFAEnrollTOTP: ToolCommand {
  static let name = "mfa enroll totp"
  static let abstract = "Make an authenticator app a second factor of the account."
  static let discussion = """
    Shows the app's secret once, as a QR code and as text, and asks for the app's code. The secret is not \
    kept: an interrupted enrolment is finished with confirm-code, for as long as the server allows it.

    In scripts --secret-file keeps the secret, for usher mfa code and --totp-secret-file.
    """
  static let arguments: [Argument<Self>] =
    [
      .option(\.displayName, "name", value: "NAME", help: "What the factor is called; else Authenticator."),
      .option(
        \.qr, "qr", value: "auto|always|never|FILE.png",
        help: "Whether to show a QR code, or a PNG file to write it to.", completion: .file),
      .option(
        \.secretFile, "secret-file", value: "FILE",
        help: "Write the secret to this new file, readable by you alone.", completion: .file),
      .option(
        \.issuer, "issuer", value: "NAME", help: "What the app lists the account under; else the project."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code)
  static let examples = [
    Example("usher mfa enroll totp", "Show a QR code, and ask for the app's code."),
    Example("usher mfa enroll totp --secret-file totp.txt", "Begin in a script; confirm-code finishes it."),
  ]

  var displayName: String?
  var qr: String?
  var secretFile: String?
  var issuer: String?
  var noWait = false
  var code = CodeOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try code.refuseLosingStep(wait: !noWait, in: context)
    let name = try displayName.map { try FactorName.check($0) }
    let conversation = EnrollmentConversation(context: context, flow: try context.flow())
    let begun = try conversation.beginTOTP(name: name) {
      try TOTPSecretShowing(qr: qr, secretFile: secretFile, issuer: issuer, context: context)
    }
    return try StepReports(context: context, flow: begun.flow).finish(begun, sent: nil, code, wait: !noWait)
  }
}
