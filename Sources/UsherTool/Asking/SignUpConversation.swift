import AuthClient
import CommandKit
import Flows
import IdentityToolkit

/// The conversation in which an account with an address and a password is created.
struct SignUpConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  var password = PasswordOptions()

  /// - Parameter typed: the address, where it was said already.
  func report(_ typed: String?) throws -> Report<StepResult> {
    try flow.refuseShadowed(by: .signIn)
    try service.place.sayWhichServer(to: person)
    let email = try EmailAddress.read(typed, from: person)
    let outcome = try PasswordPrompt(password, of: person, in: service.world).choose(for: email.text) {
      password in
      try CredentialUse(flow, for: .signIn, method: "password").signIn { auth throws(AuthFailure) in
        try auth.createUser(withEmail: email.text, password: password)
      }
    }
    return try StepReports(person: person, service: service, flow: flow, isSignUp: true).report(outcome)
  }
}
