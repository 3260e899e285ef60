import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// The conversation about an address and its password, for whatever the command is about.
struct PasswordConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  let purpose: CredentialPurpose
  var password = PasswordOptions()
  var secondFactor = FactorOptions()

  /// - Parameter typed: the address, where it was said already.
  func report(_ typed: String? = nil) throws -> Report<StepResult> {
    let session = try flow.current(for: purpose)
    let known = purpose == .signIn ? nil : session?.account.email
    try service.place.sayWhichServer(to: person)
    let email = try EmailAddress.read(typed ?? known, from: person)
    let secondFactor = try secondFactor.read(service.world.standardInput)
    return try StepReports(person: person, service: service, flow: flow, secondFactor: secondFactor).report(
      try outcome(for: email))
  }

  /// Asks until the password is right or refused too often.
  func outcome(for email: EmailAddress) throws -> SignInOutcome {
    let prompt = PasswordPrompt(password, of: person, in: service.world)
    let use = CredentialUse(flow, for: purpose, method: "password")
    if purpose == .link {
      return try prompt.choose(for: email.text) { password in
        try Reauthentication(person: person, service: service, flow: flow).withRecentSignIn {
          try use.use(.password(email: email.text, password: password))
        }
      }
    }
    return try prompt.use(
      of: email.text, instead: instead(email.text, flow.key),
      isOfKnownAccount: purpose == .reauthenticate
    ) { password in try use.use(.password(email: email.text, password: password)) }
  }

  private func instead(_ email: String, _ session: SessionKey) -> Hint {
    purpose == .reauthenticate
      ? Hint("forgot the password?", ["usher", "reauth", "email-link"] + session.option)
      : Hint(
        "forgot the password?", ["usher", "send-link", email, "--purpose", "reset-password"] + session.option
      )
      .then("no account yet?", ["usher", "signup", "--email", email] + session.option)
  }
}
