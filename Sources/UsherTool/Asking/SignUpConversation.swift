import AuthClient
import CommandKit
import Flows
import IdentityToolkit

/// The conversation in which an account with an address and a password is created.
struct SignUpConversation {
  let context: Context
  let flow: FlowSession
  var password = PasswordOptions()

  /// - Parameter typed: the address, where it was said already.
  func report(_ typed: String?) throws -> Report<StepResult> {
    try flow.refuseShadowed(by: .signIn)
    try context.sayWhichServer()
    let email = try EmailAddress.read(typed, in: context)
    let outcome = try PasswordPrompt(password, in: context).choose(asking: "New password for \(email): ") {
      password in
      try CredentialUse(flow, for: .signIn, method: "password").signIn { auth throws(AuthFailure) in
        try auth.createUser(withEmail: email.text, password: password)
      }
    }
    return try StepReports(context: context, flow: flow, isSignUp: true).report(outcome)
  }
}
