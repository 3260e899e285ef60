import AuthClient
import Essentials

/// An address and its password, spent for whatever the command is about.
struct PasswordSignIn {
  let email: String?
  let password: PasswordOptions
  let purpose: SignInPurpose
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    let state = try context.savedState()
    let session = try context.sessionKey(in: state)
    if purpose.needsSession, state[session] == nil { throw AuthError.noCurrentUser }
    let known = purpose == .signIn ? nil : state[session]?.account.email
    try context.sayWhichServer()
    let email = try EmailAddress.read(self.email ?? known, in: context)
    let prompt = purpose == .link ? "New password for \(email): " : "Password of \(email): "
    let password = try password.password(asking: prompt, in: context)
    return try CredentialUse(
      context: context, session: session, purpose: purpose, method: "password", secondFactor: secondFactor
    ).spend(.password(email: email.text, password: password))
  }
}
