import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TerminalIO

/// The conversation in which a user re-authenticates, for what needs it first.
struct Reauthentication {
  let context: Context
  let flow: FlowSession

  /// Re-authenticates the user of `session` by password where the account has one, else by a mailed link, and says
  /// so; false where the account has neither.
  func finish(_ session: SavedSession) throws -> Bool {
    guard let email = session.account.email else { return false }
    let usesPassword = try session.account.providers.contains("password") && !wasLink(session)
    let outcome: SignInOutcome
    try context.sayWhichServer()
    if usesPassword {
      let password = try PasswordOptions().password(asking: "Password of \(email): ", in: context)
      outcome = try CredentialUse(flow, for: .reauthenticate, method: "password")
        .use(.password(email: email, password: password))
    } else {
      outcome = try LinkConversation(context: context, flow: flow).credential(for: .reauthenticate, to: email)
    }
    let signedIn = try FactorStage(context: context, flow: flow).finish(outcome)
    context.terminal.say(try context.sentence(signedIn))
    return true
  }

  /// A session by password was signed in to with a mailed link.
  private func wasLink(_ session: SavedSession) throws -> Bool {
    let last = try context.savedState()[try context.binding()].lastMethod
    return session.tokens.idToken.signInProvider == "password" && last == "email-link"
  }
}
