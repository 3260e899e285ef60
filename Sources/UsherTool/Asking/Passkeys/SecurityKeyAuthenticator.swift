import AuthClient
import CommandKit
import Crypto
import Essentials
import IdentityToolkit
import LibC
import SecurityKeys
import Synchronization
import TerminalIO
import WebAuthn

/// A FIDO2 security key that is plugged in, without a browser.
struct SecurityKeyAuthenticator: LocalAuthenticator {
  let page: PasskeyOrigin
  let person: Person
  let service: Service

  var defaultName: String { "Security key" }

  func register<Value>(
    _ request: PasskeyRegistrationRequest, _ use: (PasskeyRegistration) throws -> Value
  ) throws -> Value {
    let (site, origin) = try page.resolved(request.relyingPartyID)
    let clientData = ClientData(.create, challenge: request.challenge, origin: origin)
    let made = try operate(request.userVerification) {
      key, verifiesUser, pin, limit throws(SecurityKeyError) in
      try key.register(
        relyingParty: (site, request.relyingPartyName ?? site),
        user: (request.userID, request.userName, request.userDisplayName),
        clientDataHash: Digest.sha256(clientData.json), excluding: request.excludedCredentialIDs,
        verifiesUser: verifiesUser, pin: pin, timeout: limit)
    }
    return try use(
      PasskeyRegistration(
        credentialID: made.credentialID, clientDataJSON: clientData.json,
        attestationObject: AttestationObject.encoded(made.authenticatorData)))
  }

  func assert<Value>(
    _ request: PasskeyAssertionRequest, _ use: (PasskeyAssertion) throws -> Value
  ) throws -> Value {
    let (site, origin) = try page.resolved(request.relyingPartyID)
    let clientData = ClientData(.get, challenge: request.challenge, origin: origin)
    let found = try operate(request.userVerification) {
      key, verifiesUser, pin, limit throws(SecurityKeyError) in
      try key.assert(
        relyingPartyID: site, clientDataHash: Digest.sha256(clientData.json),
        allowing: request.allowedCredentialIDs, verifiesUser: verifiesUser, pin: pin, timeout: limit)
    }
    guard let assertion = try chosen(among: found) else { throw SecurityKeyError.noCredential }
    return try use(
      PasskeyAssertion(
        credentialID: assertion.credentialID, clientDataJSON: clientData.json,
        authenticatorData: assertion.authenticatorData, signature: assertion.signature,
        userHandle: assertion.userHandle))
  }

  /// The key does not tell whose passkeys they are.
  private func chosen(among assertions: [SecurityKeyAssertion]) throws -> SecurityKeyAssertion? {
    guard assertions.count > 1 else { return assertions.first }
    guard person.isInteractive else {
      throw Diagnosis(
        .noAuthenticator, "the security key has several passkeys for this project",
        hint: "sign in at a terminal, where usher asks which one")
    }
    return try person.choose("Which passkey?", among: assertions) {
      "passkey \(Base64URL.encode($0.credentialID).prefix(12))"
    }
  }
}

// MARK: - The key

extension SecurityKeyAuthenticator {
  private typealias Operation<Value> = (
    _ key: SecurityKey, _ verifiesUser: Bool, _ pin: String?, _ milliseconds: Int
  ) throws(SecurityKeyError) -> Value

  private static let tries = 3

  /// Runs an operation of the person's key: asks for its PIN where it needs one, and to touch it.
  private func operate<Value>(
    _ verification: PasskeyUserVerification, _ operation: Operation<Value>
  ) throws -> Value {
    let key = try service.world.securityKeys.open(try device())
    let canVerify = key.needsPIN || key.hasBuiltInVerification
    let verifiesUser = verification == .required || verification == .preferred && canVerify
    var asksForPIN = verifiesUser && key.needsPIN && !key.hasBuiltInVerification
    var tries = 1
    while true {
      let pin = asksForPIN ? try askPIN() : nil
      person.say("Touch the security key.")
      do {
        return try interruptible(key) { () throws(SecurityKeyError) in
          try operation(key, verifiesUser, pin, Int(clamping: Int64(person.waitLimit / .milliseconds(1))))
        }
      } catch SecurityKeyError.pinRequired where !asksForPIN {
        asksForPIN = true
      } catch let error as SecurityKeyError {
        guard case .wrongPIN = error, person.isInteractive, tries < Self.tries else { throw error }
        tries += 1
        person.say(Diagnosis(error))
      }
    }
  }

  private func askPIN() throws -> String {
    guard person.isInteractive else { throw TerminalError.notATerminal }
    return try person.terminal.askSecret("PIN of the security key: ", within: person.waitLimit)
  }

  /// The key that is plugged in; of several, the one that is chosen.
  private func device() throws -> SecurityKeyDevice {
    let devices = try service.world.securityKeys.connected()
    guard devices.count > 1 else {
      guard let device = devices.first else { throw SecurityKeyError.noDevice }
      return device
    }
    guard person.isInteractive else {
      throw Diagnosis(.noAuthenticator, "several security keys are plugged in", hint: "unplug all but one")
    }
    return try person.choose("Which security key?", among: devices) { Text(verbatim: $0.name) }
  }

  /// Runs `operation`, which a signal ends.
  private func interruptible<Value>(
    _ key: SecurityKey, _ operation: () throws(SecurityKeyError) -> Value
  ) throws -> Value {
    let watch = InterruptionWatch(service.world.interruption) { key.cancel() }
    defer { watch.end() }
    do {
      return try operation()
    } catch SecurityKeyError.cancelled where service.world.interruption() != nil {
      throw TerminalError.interrupted
    }
  }
}

/// A thread that calls a function again and again once a signal asked the process to end.
private final class InterruptionWatch: Sendable {
  private let isOver = Mutex(false)

  init(_ interruption: @escaping @Sendable () -> Int32?, _ act: @escaping @Sendable () -> Void) {
    _ = JobThreads(limit: 1).add { [self] in
      while !isOver.withLock({ $0 }) {
        if interruption() != nil { act() }
        usleep(100_000)
      }
    }
  }

  func end() {
    isOver.withLock { $0 = true }
  }
}
