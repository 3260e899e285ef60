import AuthClient
import Essentials
import Flows
import IdentityToolkit

/// An address and its password, used for whatever the command is about.
struct PasswordSignIn {
  let email: String?
  let password: PasswordOptions
  let purpose: CredentialPurpose
  var secondFactor = FactorOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    let flow = try context.flow()
    try flow.refuseShadowed(by: purpose)
    let session = try flow.current()
    if purpose.needsCurrentUser, session == nil { throw try NotSignedIn(flow) }
    let known = purpose == .signIn ? nil : session?.account.email
    try context.sayWhichServer()
    let email = try EmailAddress.read(self.email ?? known, in: context)
    let prompt = purpose == .link ? "New password for \(email): " : "Password of \(email): "
    let password = try password.password(asking: prompt, in: context)
    try secondFactor.check(in: context)
    return try StepReports(context: context, flow: flow, secondFactor: secondFactor).report(
      try CredentialUse(flow, for: purpose, method: "password")
        .use(.password(email: email.text, password: password)))
  }
}
