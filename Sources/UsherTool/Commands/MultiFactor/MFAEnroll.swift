import AuthClient
import CommandKit
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
        "the kind of second factor is missing", hint: "name it: usher mfa enroll sms or usher mfa enroll totp"
      )
    }
    let choice = try context.terminal.choose(
      "Which second factor?", from: ["SMS", "Authenticator app"], within: context.waitLimit)
    return choice == 0 ? try MFAEnrollSMS().report(in: context) : try MFAEnrollTOTP().report(in: context)
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
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    let waiting = state.pending(of: session).last { $0.kindName == PendingStep.smsEnrollmentName }
    let name = try displayName.map { try FactorName.check($0) } ?? (resend ? waiting?.factorName : nil)
    var typed = try number.map { try PhoneNumber.read($0) }
    if resend, typed == nil { typed = try waiting?.sentCode.map { try PhoneNumber.read($0.phone) } }
    _ = try EnrollmentReadiness(context: context, type: .phone, number: typed).check()
    let number = try typed ?? PhoneNumber.ask(in: context, resending: resend)
    if self.number == nil, !resend {
      _ = try EnrollmentReadiness(context: context, type: .phone, number: number).check()
    }
    let outcome = try SMSEnrollment(context: context, session: session, name: name)
      .send(to: number, resend: resend)
    return try outcome.confirmation.finish(sent: outcome.sent, code, wait: !noWait)
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
    let session = try context.sessionKey(in: try context.savedState())
    let name = try displayName.map { try FactorName.check($0) }
    let account = try EnrollmentReadiness(context: context, type: .totp).check()
    let showing = try TOTPSecretShowing(qr: qr, secretFile: secretFile, issuer: issuer, context: context)
    let enrolling = TOTPEnrolling(context: context, session: session, name: name)
    let confirmation = try enrolling.begin(showing: showing, for: account.account.email ?? account.title)
    return try confirmation.finish(sent: nil, code, wait: !noWait)
  }
}
