import AuthClient
import CommandKit
import Flows
import IdentityToolkit

struct SignUp: ToolCommand {
  static let name = "signup"
  static let abstract = "Create an account with an e-mail address and a password."
  static let arguments: [Argument<Self>] =
    [
      .positional(\.address, "email", help: "The new account's address.", required: false),
      .option(\.email, "email", value: "EMAIL", help: "The same."),
    ] + Argument.set(\.password)
  static let examples = [
    Example("usher signup kim@example.com", "Ask for a password and create the account.")
  ]

  var address: String?
  var email: String?
  var password = PasswordOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    if address != nil, email != nil { throw UsageError.misuse("the address is given twice") }
    let flow = try context.flow()
    try flow.refuseShadowed(by: .signIn)
    try context.sayWhichServer()
    let email = try EmailAddress.read(address ?? email, in: context)
    let outcome = try PasswordPrompt(password, in: context).choose(asking: "New password for \(email): ") {
      password in
      try CredentialUse(flow, for: .signIn, method: "password").signIn { auth throws(AuthFailure) in
        try auth.createUser(withEmail: email.text, password: password)
      }
    }
    return try StepReports(context: context, flow: flow, isSignUp: true).report(outcome)
  }
}
