import AuthClient
import CommandKit
import Flows
import IdentityToolkit

/// The conversation about a passkey: which authenticator has it, and what follows.
struct PasskeyConversation {
  let person: Person
  let service: Service
  let flow: FlowSession
  var authenticator = PasskeyOptions()
  var secondFactor = FactorOptions()

  /// Signs in or re-authenticates.
  func report(for purpose: CredentialPurpose) throws -> Report<StepResult> {
    try flow.refuseShadowed(by: purpose)
    let secondFactor = try secondFactor.read(service.world.standardInput)
    return try StepReports(person: person, service: service, flow: flow, secondFactor: secondFactor).report(
      try outcome(for: purpose))
  }

  /// What a sign-in with a passkey came to.
  func outcome(for purpose: CredentialPurpose) throws -> SignInOutcome {
    if purpose.needsCurrentUser { _ = try flow.saved() }
    let device = try device
    let use = CredentialUse(flow, for: purpose, method: ReauthenticationMethod.passkey.name)
    return try person.resuming {
      let request = try service.auth().startPasskeySignIn()
      return try device.assert(request) { try use.use(.passkey($0)) }
    }
  }

  /// Enrolls a passkey for the signed-in user.
  func enroll(name: String?) throws -> (passkey: PasskeyInfo?, session: SavedSession) {
    let device = try device
    return try Reauthentication(person: person, service: service, flow: flow).withRecentSignIn {
      let enrolling = PasskeyEnrolling(flow)
      let request = try enrolling.request()
      return try device.register(request) { registration in
        try enrolling.finish(registration, name: name ?? device.defaultName)
      }
    }
  }

  private var device: any LocalAuthenticator {
    get throws {
      try authenticator.device(secondFactor.appVerification.browser, person: person, service: service)
    }
  }
}
