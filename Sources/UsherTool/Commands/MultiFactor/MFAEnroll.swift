import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct MFAEnroll: ToolCommand {
  static let name = "mfa enroll"
  static let abstract: Text = "Enroll a second factor: an SMS or an authenticator app."
  static let discussion = """
    At a terminal, usher asks which one. In a script, use mfa enroll sms or mfa enroll totp.

    The account needs a verified address. The session needs a recent sign-in with a password, an e-mail link or \
    an identity provider. At a terminal, usher helps with what is missing.
    """
  static let examples = [Example("usher mfa enroll", "Choose between SMS and an authenticator app.")]

  func report(in context: Context) throws -> Report<StepResult> {
    guard context.person.isInteractive else {
      throw UsageError.misuse(
        "the kind of second factor is missing",
        hint: Hint("for an authenticator app", ["usher", "mfa", "enroll", "totp"]).then(
          "for SMS", template: ["usher", "mfa", "enroll", "sms", "NUMBER"])
      )
    }
    return try CommandAsker(context, try context.sessions.flow()).enroll { try $0.enroll() }
  }
}

struct MFAEnrollSMS: ToolCommand {
  static let name = "mfa enroll sms"
  static let abstract: Text = "Enroll a phone number as a second factor."
  static let discussion = """
    usher sends an SMS; standard rates may apply. Google stores the number, and uses it to prevent spam and \
    abuse. A new phone factor ends the account's other sessions.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(\.number, "number", help: "The number with its country code.").inGroups(
        unless: PhoneNumber.isTyped),
      .option(
        \.displayName, "name", value: "NAME", help: "The factor's name; by default its masked number."),
      .flag(\.resend, "resend", help: "Send another code to the number that waits for one."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)
  static let examples = [
    Example("usher mfa enroll sms '+1 650-555-3434' --name work", "Enroll a phone; usher asks for its code."),
    Example(
      "usher mfa enroll sms +16505553434 --code-file code.txt", "Enroll a fictional number in a script."),
  ]

  var number: String?
  var displayName: String?
  var resend = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try code.refuseLosingStep(wait: !noWait, isKept: context.state.isKept, context.person)
    let flow = try context.sessions.flow(verifying: appVerification)
    let waiting = try flow.state.read().pending(of: flow.key, .smsEnrollment).last
    let name = try displayName.map { try FactorName.check($0) } ?? (resend ? waiting?.factorName : nil)
    var typed = try number.map { try PhoneNumber.read($0) }
    if resend, typed == nil { typed = try waiting?.sentCode.map { try PhoneNumber.read($0.phoneNumber) } }
    var asker = CommandAsker(context, flow)
    (asker.code, asker.wait, asker.beganStep) = (code, !noWait, true)
    return try asker.enroll { try $0.enrollPhone(typed, name: name, resend: resend) }
  }
}

struct MFAEnrollTOTP: ToolCommand {
  static let name = "mfa enroll totp"
  static let abstract: Text = "Enroll an authenticator app (TOTP) as a second factor."
  static let discussion = """
    usher shows the secret once, as a QR code and as text, and asks for the app's code. It does not keep the \
    secret. If you are interrupted, finish with confirm-code before the enrollment expires.
    """
  static let manual = """
    In a script, save the secret with --secret-file. usher mfa code and the option --totp-secret-file can read \
    this file. usher does not replace an existing file.

      usher mfa enroll totp --secret-file totp.txt

    If usher is killed, it can leave a secret file for an unfinished enrollment. Delete that file. usher can \
    also leave a file with .usher-part- in its name. The next command that writes into that folder removes it.
    """
  static let arguments: [Argument<Self>] =
    [
      .option(\.displayName, "name", value: "NAME", help: "The factor's name; by default Authenticator."),
      .option(
        \.qr, "qr", value: "auto|always|never|FILE.png",
        help: "Show a QR code, or write it to this PNG file.", completion: .file),
      .option(
        \.secretFile, "secret-file", value: "FILE",
        help: "Write the secret to this new, private file.", completion: .file),
      .option(
        \.issuer, "issuer", value: "NAME", help: "The issuer that the app shows; by default the project."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code)
  static let examples = [
    Example("usher mfa enroll totp", "Show a QR code; usher asks for the app's code."),
    Example(
      "usher mfa enroll totp --secret-file totp.txt", "Start in a script, and finish with confirm-code."),
  ]

  var displayName: String?
  var qr: String?
  var secretFile: String?
  var issuer: String?
  var noWait = false
  var code = CodeOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    try code.refuseLosingStep(wait: !noWait, isKept: context.state.isKept, context.person)
    let name = try displayName.map { try FactorName.check($0) }
    var asker = CommandAsker(context, try context.sessions.flow())
    (asker.code, asker.wait, asker.beganStep) = (code, !noWait, true)
    asker.showing = { [qr, secretFile, issuer] in
      try TOTPSecretShowing(qr: qr, secretFile: secretFile, issuer: issuer, person: $0, service: $1)
    }
    return try asker.enroll { try $0.enrollApp(name: name) }
  }
}

extension CommandAsker {
  /// A phone session could not enroll a factor: who is not signed in yet had better sign in another way.
  fileprivate func enroll(_ goal: (Engine) throws -> Progress) throws -> Report<StepResult> {
    do {
      return try StepReports.of(self, goal)
    } catch let problem as NotSignedIn {
      var diagnosis = Diagnosis(problem)
      diagnosis.hint = Hint("sign in", ["usher", "signin"] + flow.key.option)
      throw diagnosis
    }
  }
}
