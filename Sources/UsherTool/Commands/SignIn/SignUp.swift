import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

struct SignUp: ToolCommand {
  static let name = "signup"
  static let abstract: Text = "Create an account with an e-mail address and a password."
  static let arguments: [Argument<Self>] =
    [
      .positional(\.address, "email", help: "The new account's address.", required: false),
      .option(\.email, "email", value: "EMAIL", help: "The same as EMAIL."),
    ] + Argument.set(\.password)
    + [.recaptchaTokenFile(\.appVerification.recaptchaTokenFile)]
    + Argument.set(\.appVerification.browser)
  static let examples = [
    Example("usher signup kim@example.com", "Create an account; usher asks for a password.")
  ]

  var address: String?
  var email: String?
  var password = PasswordOptions()
  var appVerification = AppVerificationOptions()

  func report(in context: Context) throws -> Report<StepResult> {
    if address != nil, email != nil { throw UsageError.misuse("the address is given twice") }
    // It is the method, as in signin password; an address is never one word of letters.
    if let address, address == "password" {
      throw UsageError.unexpectedArgument(address, suggestions: [Self.name])
    }
    let flow = try context.sessions.flow(verifying: appVerification)
    try flow.refuseShadowed(by: .signIn)
    try context.place.sayWhichServer(to: context.person)
    let email = try EmailAddress.read(address ?? email, from: context.person)
    var asker = CommandAsker(context, flow)
    asker.password = password
    return try StepReports.of(asker) { try $0.signUp(email) }
  }
}
