import AuthClient
import CommandKit
import Essentials
import Flows
import IdentityToolkit

/// The conversation about a passkey: which authenticator has it, and what follows.
struct PasskeyConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  var options = PasskeyOptions()
  var browser = BrowserOptions()

  /// Signs in or re-authenticates.
  func report(for purpose: CredentialPurpose, _ secondFactor: FactorOptions = FactorOptions()) throws
    -> Report<StepResult>
  {
    try flow.refuseShadowed(by: purpose)
    let secondFactor = try secondFactor.read(service.world.standardInput)
    return try StepReports(person: person, service: service, flow: flow, secondFactor: secondFactor).report(
      try outcome(for: purpose))
  }

  /// What a sign-in with a passkey came to.
  func outcome(for purpose: CredentialPurpose) throws -> SignInOutcome {
    let current = purpose.needsCurrentUser ? try flow.saved() : nil
    let authenticator = try authenticator(isNew: false)
    let use = CredentialUse(flow, for: purpose, method: ReauthenticationMethod.passkey.name)
    return try person.resuming {
      var request = try service.auth().startPasskeySignIn()
      if let current {
        request = request.narrowed(
          to: (current.account.passkeys ?? []).compactMap { Base64URL.decode(anyForm: $0.credentialID) })
      }
      return try authenticator.assert(request) { try use.use(.passkey($0)) }
    }
  }

  /// Enrolls a passkey for the signed-in user.
  func enroll(name: String?) throws -> (passkey: PasskeyInfo, session: SavedSession) {
    let enrolling = PasskeyEnrolling(flow)
    let authenticator = try authenticator(isNew: true)
    let request: PasskeyRegistrationRequest
    do {
      request = try enrolling.request()
    } catch {
      authenticator.abandon()
      throw error
    }
    return try authenticator.register(request) { registration in
      try enrolling.finish(registration, name: name ?? authenticator.defaultName)
    }
  }

  private func authenticator(isNew: Bool) throws -> any LocalAuthenticator {
    try options.authenticator(isNew: isNew, browser, person: person, service: service)
  }
}
