import AuthClient
import CommandKit
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation in which a user signs in, or gets an account: asks who, finds the sign-in methods, and goes on to
/// the end.
struct SignInConversation {
  let context: Context
  let flow: FlowSession

  /// - Parameter typed: Who signs in, where that was said already.
  func report(_ typed: String? = nil) throws -> Report<StepResult> {
    try context.sayWhichServer()
    var report: Report<StepResult>
    switch try typed.map(Self.identifier) ?? askedIdentifier() {
    case .anonymous: report = try SignInAnonymous().report(in: context)
    case .phone(let number):
      report = try PhoneOptions(number: number.e164).report(for: .signIn, in: context)
    case .email(let email): report = try self.report(for: email)
    }
    if report.result.created == .some(true) { report.lines.insert("Account created.", at: 0) }
    return report
  }

  private enum Identifier {
    case phone(PhoneNumber)
    case email(EmailAddress)
    case anonymous
  }

  /// Whether `text` looks like a number or an address, right or wrong.
  static func isIdentifier(_ text: String) -> Bool {
    text.contains("@") || text.contains { $0.isWholeNumber }
  }

  private static func identifier(_ typed: String) throws -> Identifier {
    if typed.contains("@") { return .email(try EmailAddress.read(typed)) }
    if typed.filter({ !$0.isWhitespace }).lowercased() == "anonymous" { return .anonymous }
    return .phone(try PhoneNumber.read(typed))
  }

  /// Asks until what is typed is one.
  private func askedIdentifier() throws -> Identifier {
    context.terminal.say("If you give a phone number, an SMS will be sent to it; standard rates may apply.")
    while true {
      let typed = try context.terminal.ask(
        "Phone number or e-mail address (or type: anonymous): ", within: context.waitLimit)
      do {
        return try Self.identifier(typed)
      } catch {
        context.say(Diagnosis(error, now: context.now()))
      }
    }
  }

  private enum Method: String {
    case emailLink
    case password
    /// One with a password, of an address of which the server does not say whether an account has it.
    case newAccount

    var spokenName: String {
      switch self {
      case .emailLink: "link by e-mail"
      case .password: "password"
      case .newAccount: "new account"
      }
    }
  }

  private func report(for email: EmailAddress) throws -> Report<StepResult> {
    let told = try context.auth().signInMethods(forEmail: email.text)
    let isNew = told == []
    if isNew { context.terminal.say("No account has \(email) yet; this creates one.") }
    switch try method(of: email, told) {
    case .emailLink:
      return try StepReports(context: context, flow: flow).report(
        try LinkConversation(context: context, flow: flow).credential(for: .signIn, to: email.text))
    case .password where !isNew:
      return try resuming(with: ["usher", "signin", "password", "--email", email.text] + flow.key.option) {
        try PasswordSignIn(email: email.text, password: PasswordOptions(), purpose: .signIn).report(
          in: context)
      }
    case .password, .newAccount:
      return try resuming(with: ["usher", "signup", "--email", email.text] + flow.key.option) {
        try SignUp(email: email.text).report(in: context)
      }
    }
  }

  /// The account's only method, or the one that is chosen; the one used last stands first.
  private func method(of email: EmailAddress, _ told: [String]?) throws -> Method {
    let known = (told ?? []).compactMap(Method.init(rawValue:))
    if let provider = told?.first, known.isEmpty {
      throw Diagnosis(
        "usher/unsupported", .usage, "\(email) signs in with \(provider)",
        hint: Hint(
          "sign in with",
          template: ["usher", "signin", "idp", provider, "--id-token-file", "FILE"] + flow.key.option))
    }
    let possible: [Method] = [.emailLink, .password] + (told == nil ? [.newAccount] : [])
    var methods = known.isEmpty ? possible : known
    if try flow.state.read()[flow.binding].lastMethod == "password", methods.contains(.password) {
      methods = [.password] + methods.filter { $0 != .password }
    }
    guard methods.count > 1 else { return methods[0] }
    let choice = try context.terminal.choose(
      "Sign in with?", from: methods.map(\.spokenName), within: context.waitLimit)
    return methods[choice]
  }

  /// A password that nobody typed leaves nothing pending: `argv` begins there again.
  private func resuming<Result>(with argv: [String], _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as TerminalError where error.leavesOff {
      context.terminal.say("To go on:  " + context.line(argv))
      throw error
    }
  }
}

extension TerminalError {
  /// The person went away: nothing is wrong with what was typed.
  fileprivate var leavesOff: Bool { [.interrupted, .timedOut, .endOfInput].contains(self) }
}
