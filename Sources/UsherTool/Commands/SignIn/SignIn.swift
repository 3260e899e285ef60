import AuthCore
import CommandKit
import Flows
import IdentityToolkit
import TerminalIO

struct SignIn: ToolCommand {
  static let name = "signin"
  static let abstract = "Sign in by any method the account has."
  static let discussion = """
    At a terminal it asks for a phone number, an e-mail address or a provider, offers the sign-in methods of the \
    account, and asks for what is needed, a second factor too. In a script name the method: signin phone, email-link, \
    password, anonymous, custom-token or idp.
    """
  static let arguments: [Argument<Self>] = [
    .positional(\.who, "who", help: "The number, address or provider; else it asks.", required: false)
  ]
  static let examples = [
    Example("usher signin", "Ask for a number or an address, and sign in."),
    Example("usher signin kim@example.com", "Sign in to the account with this address."),
    Example("usher signin google", "Sign in with Google."),
  ]

  var who: String?

  private static let methods = ["phone", "email-link", "password", "anonymous", "custom-token", "idp"]

  /// The result is of whichever method is chosen; a link's has all the others.
  func report(in context: Context) throws -> Report<StepResult> {
    // A word that is neither a number, an address nor a provider was meant for a method.
    if let who, !SignInConversation.isIdentifier(who) {
      throw UsageError.unexpectedArgument(
        who, suggestions: Self.methods.nearest(to: who).map { Self.name + " " + $0 })
    }
    guard context.isInteractive else {
      if let who, ProviderPreset.isNamed(by: who) {
        throw UsageError.misuse(
          "there is no terminal to sign in at \(ProviderPreset(who).name) from",
          hint: Hint(
            "pass its token with",
            template: ["usher", "signin", "idp", ProviderPreset.id(of: who), "--id-token-file", "FILE"]))
      }
      throw UsageError.misuse(
        "the sign-in method is missing",
        hint: Hint("name one: " + Self.methods.joined(separator: ", ", last: " or ")))
    }
    let flow = try context.flow()
    try flow.refuseShadowed(by: .signIn)
    return try SignInConversation(context: context, flow: flow).report(who)
  }
}
