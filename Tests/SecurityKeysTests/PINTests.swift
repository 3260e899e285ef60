import Crypto
import SecurityKeys
import Testing

@Suite(.enabled(if: SecurityKeyLibrary.isInstalled, "libfido2 is not installed"))
struct PINTests {
  @Test func theFakesCipherIsTheStandards() {
    // FIPS 197 §C.3.
    #expect(
      Hex.encode(
        AES256(key: (0..<32).map { UInt8($0) }).encrypt((0..<16).map { UInt8($0) * 0x11 }))
        == "8ea2b7ca516745bfeafc49904b496089")
  }

  @Test func thePINVerifiesTheUser() throws {
    let authenticator = Authenticator { $0.pin = "1234" }
    let key = try SecurityKey(over: authenticator)
    #expect(key.needsPIN)
    let registration = try key.registerAda(verifiesUser: true, pin: "1234")
    #expect(
      registration.authenticatorData
        == Authenticator.registrationData(registration.credentialID, for: "example.com", flags: 0x05))
    let assertions = try key.assertExample(verifiesUser: true, pin: "1234")
    #expect(
      assertions.map(\.authenticatorData)
        == [Authenticator.assertionData(for: "example.com", flags: 0x05)])
  }

  @Test func withoutPINNothingIsVerified() throws {
    let authenticator = Authenticator { $0.pin = "1234" }
    let key = try SecurityKey(over: authenticator)
    _ = authenticator.takeRequests()
    #expect(throws: SecurityKeyError.pinRequired) { try key.registerAda(verifiesUser: true) }
    #expect(throws: SecurityKeyError.pinRequired) { try key.assertExample(verifiesUser: true) }
    #expect(authenticator.takeRequests().isEmpty)
    // Here the key itself asks for it.
    #expect(throws: SecurityKeyError.pinRequired) { try key.registerAda() }
    #expect(authenticator.takeRequests().map(\.command) == [0x01])
    #expect(authenticator.credentials.isEmpty)
  }

  @Test func aKeyWithoutPINIsNotAskedForIt() throws {
    let key = try SecurityKey(over: Authenticator())
    let id = try key.registerAda(pin: "1234").credentialID
    #expect(
      try key.assertExample(pin: "1234").map(\.authenticatorData)
        == [Authenticator.assertionData(for: "example.com", flags: 0x01)])
    #expect(throws: SecurityKeyError.unsupported) {
      try key.assertExample(allowing: [id], verifiesUser: true, pin: "1234")
    }
  }

  @Test func aWrongPINTellsTheTriesLeft() throws {
    let authenticator = Authenticator { $0.pin = "1234" }
    let key = try SecurityKey(over: authenticator)
    #expect(throws: SecurityKeyError.wrongPIN(triesLeft: 7)) { try key.registerAda(pin: "1235") }
    #expect(throws: SecurityKeyError.wrongPIN(triesLeft: 6)) { try key.assertExample(pin: "123") }
    // The right one gives all tries back, and an empty one takes none.
    _ = try key.registerAda(pin: "1234")
    #expect(throws: SecurityKeyError.pinRequired) { try key.registerAda(pin: "") }
    #expect(throws: SecurityKeyError.wrongPIN(triesLeft: 7)) { try key.registerAda(pin: "0000") }
    #expect(authenticator.credentials.count == 1)
  }

  @Test func threeWrongPINsBlockTheKey() throws {
    let authenticator = Authenticator { $0.pin = "1234" }
    let key = try SecurityKey(over: authenticator)
    for left in [7, 6] {
      #expect(throws: SecurityKeyError.wrongPIN(triesLeft: left)) { try key.registerAda(pin: "0000") }
    }
    // CTAP2_ERR_PIN_AUTH_BLOCKED.
    #expect(throws: SecurityKeyError.pinBlocked) { try key.registerAda(pin: "0000") }
    #expect(throws: SecurityKeyError.pinBlocked) { try key.registerAda(pin: "1234") }
  }

  @Test func theLastWrongPINBlocksTheKeyForGood() throws {
    let authenticator = Authenticator {
      $0.pin = "1234"
      $0.triesLeft = 1
    }
    let key = try SecurityKey(over: authenticator)
    #expect(throws: SecurityKeyError.pinBlocked) { try key.registerAda(pin: "0000") }
  }

  @Test func aKeyVerifiesItsUserItself() throws {
    let authenticator = Authenticator {
      $0.pin = "1234"
      $0.verifiesUser = true
    }
    let key = try SecurityKey(over: authenticator)
    #expect(key.hasBuiltInVerification)
    let id = try key.registerAda(verifiesUser: true).credentialID
    let assertions = try key.assertExample(verifiesUser: true)
    #expect(
      assertions == [
        SecurityKeyAssertion(
          credentialID: id,
          authenticatorData: Authenticator.assertionData(for: "example.com", flags: 0x05),
          signature: Authenticator.signature(id), userHandle: Array("ada".utf8))
      ])
  }

  /// CTAP2_ERR_UV_BLOCKED.
  @Test func afterManyFingersThePINIsLeft() throws {
    let authenticator = Authenticator {
      $0.pin = "1234"
      $0.verifiesUser = true
      $0.fault = 0x3C
    }
    let key = try SecurityKey(over: authenticator)
    #expect(throws: SecurityKeyError.pinRequired) { try key.registerAda(verifiesUser: true) }
  }
}
