import AuthClient
import CommandKit
import Flows
import IdentityToolkit
import TerminalIO

struct SignIn: ToolCommand {
  static let name = "signin"
  static let abstract = "Sign in, asking how."
  static let discussion = """
    At a terminal it asks for a number or an address, offers the ways that the account has, and goes on to \
    the end. In scripts name the way: signin phone, email-link, password, anonymous, custom-token or idp.
    """
  static let examples = [Example("usher signin", "Ask who you are and how to show it.")]
  /// Of whichever way is chosen; a link's has all the others.

  func report(in context: Context) throws -> Report<StepResult> {
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the way to sign in is missing",
        hint: "name one: phone, email-link, password, anonymous, custom-token or idp")
    }
    try context.flow().refuseShadowed(by: .signIn)
    let typed = try context.terminal.ask("Phone number or e-mail address: ", within: context.waitLimit)
    guard typed.contains("@") else {
      return try PhoneOptions(number: typed).report(for: .signIn, in: context)
    }
    try context.sayWhichServer()
    let email = try EmailAddress.read(typed)
    switch try method(of: email, in: context) {
    case .password:
      return try PasswordSignIn(email: email.text, password: PasswordOptions(), purpose: .signIn).report(
        in: context)
    case .emailLink:
      let flow = try context.flow()
      return try StepReports(context: context, flow: flow).report(
        try LinkConversation(context: context, flow: flow).credential(for: .signIn, to: email.text))
    }
  }

  private enum Method: String, CaseIterable {
    case emailLink
    case password

    var spokenName: String { self == .password ? "password" : "link by e-mail" }
  }

  /// The account's only way, or the one that is chosen; the one used last stands first.
  private func method(of email: EmailAddress, in context: Context) throws -> Method {
    let told = try context.auth().signInMethods(forEmail: email.text)
    let known = (told ?? []).compactMap(Method.init(rawValue:))
    var methods = known.isEmpty ? Method.allCases : known
    let state = try context.savedState()
    if state[try context.binding()].lastMethod == "password", methods.contains(.password) {
      methods = [.password] + methods.filter { $0 != .password }
    }
    guard methods.count > 1 else { return methods[0] }
    let choice = try context.terminal.choose(
      "How?", from: methods.map(\.spokenName), within: context.waitLimit)
    return methods[choice]
  }
}
