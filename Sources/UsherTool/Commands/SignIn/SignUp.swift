import AuthClient
import CommandKit
import Flows
import IdentityToolkit

struct SignUp: ToolCommand {
  static let name = "signup"
  static let abstract = "Make an account with an address and a password."
  static let arguments: [Argument<Self>] =
    [.option(\.email, "email", value: "EMAIL", help: "The new account's address.")] + Argument.set(\.password)
  static let examples = [
    Example("usher signup --email kim@example.com", "Ask for a password and make the account.")
  ]

  var email: String?
  var password = PasswordOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    let flow = try context.flow()
    try flow.refuseShadowed(by: .signIn)
    try context.sayWhichServer()
    let email = try EmailAddress.read(email, in: context)
    let password = try password.password(asking: "New password for \(email): ", in: context)
    return try StepReports(context: context, flow: flow, isSignUp: true).report(
      try CredentialUse(flow, for: .signIn, method: "password").signIn { auth throws(AuthError) in
        try auth.createUser(withEmail: email.text, password: password)
      })
  }
}
