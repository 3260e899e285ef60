import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

struct SignIn: ToolCommand {
  static let name = "signin"
  static let abstract: Text = "Sign in with any method."
  static let discussion = """
    At a terminal, usher asks for a phone number, an e-mail address or a provider. Then it shows the account's \
    sign-in methods, and asks for the password or code. In a script, give a phone number, or name the \
    method: signin phone, email-link, password, passkey, anonymous, custom-token or idp.

    signin google is short for signin idp google. The options here are for providers; for other options, name \
    the method.
    """
  static let arguments: [Argument<Self>] =
    [
      .positional(
        \.who, "who", help: "The number, address or provider; by default usher asks.", required: false,
        completion: .live(.who)
      ).inGroups(unless: PhoneNumber.isTyped)
    ] + Argument.set(\.identity)
  static let examples = [
    Example("usher signin", "Sign in; usher asks for a number or an address."),
    Example("usher signin kim@example.com", "Sign in to the account with this address."),
    Example("usher signin google", "Sign in with Google."),
    Example(
      "usher signin google --identity kim@example.com", "Sign in on the local server, without a browser."),
  ]

  var who: String?
  var identity = IdentityOptions()

  /// The result is that of the chosen method; an e-mail link's has the fields of all of them.
  func report(in context: Context) throws -> Report<StepResult> {
    // The user meant a word that is not a number, an address or a provider as a method.
    if let who, !Identifier.isLike(who) {
      throw ProviderChoice.unexpected(who, after: Self.name)
    }
    let provider = who.flatMap { IdentityProvider.isNamed(by: $0) ? $0 : nil }
    if provider == nil { try identity.refuse(after: Self.name, for: who) }
    guard context.person.isInteractive else {
      // The users of another program have no options.
      if context.next.host != nil { throw TerminalError.notATerminal }
      if let provider { return try identity.report(at: provider, for: .signIn, in: context) }
      return try report(on: who, in: context)
    }
    let flow = try context.sessions.flow(verifying: identity.secondFactor.appVerification)
    try flow.refuseShadowed(by: .signIn)
    try identity.refuseContradictions()
    var report = try StepReports.of(try identity.asker(flow, in: context)) { engine in
      try engine.signIn(as: try who.map { try Identifier(typed: $0) })
    }
    if report.result.created == .some(true) { report.lines.insert("Account created.", at: 0) }
    return report
  }

  /// Signs in where nobody can be asked: a number has one method. An address has several, so usher names them.
  private func report(on who: String?, in context: Context) throws -> Report<StepResult> {
    switch try who.map({ try Identifier(typed: $0) }) {
    case .phone?:
      var phone = PhoneOptions()
      phone.number = who
      return try phone.report(for: .signIn, in: context)
    case .email(let address)?:
      throw UsageError.misuse(
        "\(address.text) can sign in by password or by e-mail link",
        hint: Hint(
          "by password", template: ["usher", "signin", "password", address.text, "--password-file", "FILE"]
        ).then("by e-mail link", ["usher", "signin", "email-link", address.text]))
    default:
      throw UsageError.misuse(
        "the sign-in method is missing",
        hint: Hint("name one: \(Text(anyOf: ProviderChoice.methods[Self.name] ?? []))"))
    }
  }
}
