import AuthClient
import CommandKit
import Essentials
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
    return try StepReports(person: person, service: service, flow: flow, isSignUp: true).report(
      try outcome(for: email))
  }

  /// Asks until the server accepts the password.
  func outcome(for email: EmailAddress) throws -> SignInOutcome {
    try PasswordPrompt(password, of: person, in: service.world).choose(for: email.text) { password in
      do {
        return try CredentialUse(flow, for: .signIn, method: "password").signIn { auth throws(AuthFailure) in
          try auth.createUser(withEmail: email.text, password: password)
        }
      } catch let error as AuthFailure where error.code == .emailAlreadyInUse {
        throw existing(email.text, error)
      }
    }
  }

  private func existing(_ email: String, _ error: AuthFailure) -> Diagnosis {
    var diagnosis = Diagnosis(error, now: service.world.now())
    diagnosis.hint = Hint("sign in to it", ["usher", "signin", email] + flow.key.option).then(
      "forgot the password?",
      ["usher", "send-link", email, "--purpose", "reset-password"] + flow.key.option)
    return diagnosis
  }
}
