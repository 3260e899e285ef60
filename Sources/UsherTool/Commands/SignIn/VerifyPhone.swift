import AuthClient
import CommandKit
import Essentials
import HTTP
import TerminalIO

struct VerifyPhone: ToolCommand {
  static let name = "verify-phone"
  static let abstract = "Sign in with a phone number: send it a code by SMS."
  static let discussion = """
    At a terminal it asks for the code that arrives, and signs you in. Without a terminal, with --json, \
    --no-input or --no-wait it returns at once and names the next step, confirm-code.

    An SMS is sent to the number, and standard rates may apply. Asking again for the same number within a \
    minute sends nothing: the code on its way still stands.

    A phone number alone is weak proof of who somebody is, for numbers change hands. The fixed code of a \
    fictional number is a standing secret: pass it with --code-file.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.number, "number",
        help: "The number with its country code; spaces, dashes and brackets may stand in it."),
      .flag(\.resend, "resend", help: "Send another code; without NUMBER, to the number that waits for one."),
      .flag(\.waitResend, "wait-resend", help: "With --resend, wait until another code may be sent."),
      .flag(\.link, "link", help: "Make the number another way in to the account that is signed in."),
      .flag(\.update, "update", help: "Make the number the account's, in place of its present one."),
      .flag(\.reauthenticate, "reauth", help: "Prove again that the person of the session is there."),
      .flag(\.noWait, "no-wait", help: "Do not ask for the code now."),
    ] + Argument.set(\.code) + Argument.set(\.appVerification)
  static let examples = [
    Example("usher verify-phone", "Ask for the number and the code, and sign in."),
    Example("usher verify-phone '+1 650-555-3434'", "Sign in with this number."),
    Example(
      "usher verify-phone +16505553434 --code-file code.txt", "Sign in a fictional number in a script."),
    Example("usher verify-phone --resend --wait-resend", "Send another code as soon as that is allowed."),
  ]

  var number: String?
  var resend = false
  var waitResend = false
  var link = false
  var update = false
  var reauthenticate = false
  var noWait = false
  var code = CodeOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    context.appVerification = appVerification
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    let purpose = try purpose
    if purpose != .signIn, state[session] == nil { throw AuthError.noCurrentUser }
    if purpose == .link, state[session]?.account.phone != nil {
      throw AuthError.providerAlreadyLinked("phone")
    }
    try context.sayWhichServer()
    let sending = CodeSending(
      context: context, session: session, purpose: purpose)
    let number = try phoneNumber(for: sending.purpose, in: state, session, context)
    if resend, waitResend { try waitUntilAnotherMayBeSent(for: sending.purpose, in: state, session, context) }
    let outcome = try sending.send(to: number, resend: resend)
    return try sending.confirmation(of: outcome).finish(sent: outcome.sent, code, wait: !noWait)
  }

  private var purpose: PhonePurpose {
    get throws {
      switch (link, update, reauthenticate) {
      case (false, false, false): .signIn
      case (true, false, false): .link
      case (false, true, false): .update
      case (false, false, true): .reauthenticate
      default: throw UsageError.misuse("--link, --update and --reauth exclude each other")
      }
    }
  }

  private func phoneNumber(
    for purpose: PhonePurpose, in state: SavedState, _ session: SessionKey, _ context: Context
  ) throws -> PhoneNumber {
    if let number { return try PhoneNumber.read(number) }
    if resend || purpose == .reauthenticate {
      let waiting = state.pending(of: session).last { $0.kindName == purpose.rawValue }?.sentCode?.phone
      if let known = waiting ?? (purpose == .reauthenticate ? state[session]?.account.phone : nil) {
        return try PhoneNumber.read(known)
      }
    }
    return try PhoneNumber.ask(in: context, resending: resend)
  }

  private func waitUntilAnotherMayBeSent(
    for purpose: PhonePurpose, in state: SavedState, _ session: SessionKey, _ context: Context
  ) throws {
    let earlier = state.pending(of: session).last { $0.kindName == purpose.rawValue }?.sentCode
    guard let earlier, earlier.stands(at: context.now()) else { return }
    let wait = earlier.resendAfter.timeIntervalSince(context.now())
    context.tell("Waiting \(Int(wait.rounded(.up))) s until another code may be sent.")
    context.pause(.seconds(wait))
    if context.interruption() != nil { throw TerminalError.interrupted }
  }
}

extension PhoneNumber {
  /// Reads a typed number; `AuthError` where it is none.
  static func read(_ text: String) throws -> PhoneNumber {
    do {
      return try PhoneNumber(typed: text)
    } catch {
      throw AuthError.invalidPhoneNumber(error)
    }
  }
  /// Asks until what is typed is a number.
  /// - Parameter resending: It is missing because no number waits for a code.
  static func ask(in context: Context, resending: Bool) throws -> PhoneNumber {
    guard context.isInteractive else {
      throw UsageError.misuse(
        resending ? "no number waits for a code" : "the phone number is missing",
        hint: "give it with its country code, like +16505553434")
    }
    while true {
      let typed = try context.terminal.ask(
        "Phone number, with country code (an SMS will be sent; standard rates may apply): ",
        within: context.waitLimit)
      do {
        return try read(typed)
      } catch {
        context.say(Diagnosis(error, now: context.now()))
      }
    }
  }
}
