import AuthClient
import CommandKit
import Flows
import IdentityToolkit
import TerminalIO

struct SignIn: ToolCommand {
  static let name = "signin"
  static let abstract = "Sign in by any method the account has."
  static let discussion = """
    At a terminal it asks for a phone number or an e-mail address, offers the sign-in methods of the account, and \
    asks for what is needed, a second factor too. In a script name the method: signin phone, email-link, password, \
    anonymous, custom-token or idp.
    """
  static let examples = [Example("usher signin", "Ask for a number or an address, and sign in.")]
  /// Of whichever method is chosen; a link's has all the others.

  func report(in context: Context) throws -> Report<StepResult> {
    guard context.isInteractive else {
      throw UsageError.misuse(
        "the sign-in method is missing",
        hint: "name one: phone, email-link, password, anonymous, custom-token or idp")
    }
    let flow = try context.flow()
    try flow.refuseShadowed(by: .signIn)
    return try SignInConversation(context: context, flow: flow).report()
  }
}
