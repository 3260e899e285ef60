import Crypto
import SecurityKeys
import Testing

@Suite(.enabled(if: SecurityKeyLibrary.isInstalled, "libfido2 is not installed"))
struct SecurityKeyTests {
  @Test func aKeyRegistersAndAsserts() throws {
    let authenticator = Authenticator()
    let key = try SecurityKey(over: authenticator)
    #expect(!key.needsPIN)
    #expect(!key.hasBuiltInVerification)
    #expect(authenticator.takeRequests() == [Authenticator.Request(command: 0x04, parameters: [:])])

    let registration = try key.registerAda()
    let id = authenticator.credentials[0].id
    #expect(
      authenticator.credentials
        == [Authenticator.Credential(id: id, relyingParty: "example.com", userID: Array("ada".utf8))])
    #expect(
      registration
        == SecurityKeyRegistration(
          credentialID: id,
          authenticatorData: Authenticator.registrationData(id, for: "example.com", flags: 0x01)))
    #expect(
      authenticator.takeRequests() == [
        Authenticator.Request(
          command: 0x01,
          parameters: [
            1: .bytes(SecurityKey.hash), 2: ["id": "example.com", "name": "Example"],
            3: [
              "id": .bytes(Array("ada".utf8)), "name": "ada@example.com", "displayName": "Ada",
            ],
            4: [["alg": -7, "type": "public-key"]], 7: ["rk": true],
          ])
      ])

    #expect(
      try key.assertExample() == [
        SecurityKeyAssertion(
          credentialID: id,
          authenticatorData: Authenticator.assertionData(for: "example.com", flags: 0x01),
          signature: Authenticator.signature(id), userHandle: Array("ada".utf8))
      ])
    #expect(
      authenticator.takeRequests() == [
        Authenticator.Request(command: 0x02, parameters: [1: "example.com", 2: .bytes(SecurityKey.hash)])
      ])
  }

  @Test func allCredentialsOfTheRelyingPartySign() throws {
    let authenticator = Authenticator()
    let key = try SecurityKey(over: authenticator)
    for name in ["ada", "bob", "eve"] { _ = try key.registerAda(id: name) }
    _ = try key.registerAda(relyingParty: "example.org")
    let assertions = try key.assertExample()
    #expect(assertions.map(\.userHandle) == ["ada", "bob", "eve"].map { Array($0.utf8) })
    let ids = authenticator.credentials.prefix(3).map(\.id)
    #expect(assertions.map(\.credentialID) == ids)
    #expect(assertions.map(\.signature) == ids.map(Authenticator.signature))
  }

  @Test(arguments: [false, true]) func onlyAllowedCredentialsSign(leavesOutID: Bool) throws {
    let authenticator = Authenticator { $0.leavesOutOnlyID = leavesOutID }
    let key = try SecurityKey(over: authenticator)
    _ = try key.registerAda()
    let id = try key.registerAda(id: "bob").credentialID
    #expect(
      try key.assertExample(allowing: [id]) == [
        SecurityKeyAssertion(
          credentialID: id,
          authenticatorData: Authenticator.assertionData(for: "example.com", flags: 0x01),
          signature: Authenticator.signature(id), userHandle: nil)
      ])
  }

  @Test func aKeyWithAnExcludedCredentialCreatesNoOther() throws {
    let authenticator = Authenticator()
    let key = try SecurityKey(over: authenticator)
    let id = try key.registerAda().credentialID
    #expect(throws: SecurityKeyError.credentialExcluded) { try key.registerAda(excluding: [[9], id]) }
    #expect(authenticator.credentials.map(\.id) == [id])
    _ = try key.registerAda(excluding: [[9]])
    #expect(authenticator.credentials.count == 2)
  }

  @Test func aKeyWithoutCredentialSaysSo() throws {
    let key = try SecurityKey(over: Authenticator())
    #expect(throws: SecurityKeyError.noCredential) { try key.assertExample() }
    let id = try key.registerAda(relyingParty: "example.org").credentialID
    #expect(throws: SecurityKeyError.noCredential) { try key.assertExample() }
    #expect(throws: SecurityKeyError.noCredential) { try key.assertExample(allowing: [id]) }
  }

  @Test func anotherThreadCancels() throws {
    let authenticator = Authenticator { $0.user = .isAway }
    let key = try SecurityKey(over: authenticator)
    authenticator.change { $0.whenWaiting = { [weak key] in key?.cancel() } }
    #expect(throws: SecurityKeyError.cancelled) { try key.registerAda() }
    _ = try key.isUsable(authenticator)
    authenticator.change { $0.user = .isAway }
    #expect(throws: SecurityKeyError.cancelled) { try key.assertExample() }
    #expect(authenticator.cancellations == 2)
  }

  @Test func nothingIsCancelledBetweenOperations() throws {
    let authenticator = Authenticator()
    let key = try SecurityKey(over: authenticator)
    key.cancel()
    #expect(authenticator.cancellations == 0)
    try key.isUsable(authenticator)
  }

  @Test func theUserRefuses() throws {
    let key = try SecurityKey(over: Authenticator { $0.user = .refuses })
    #expect(throws: SecurityKeyError.cancelled) { try key.registerAda() }
  }

  @Test func nobodyTouchesTheKeyInTime() throws {
    let authenticator = Authenticator { $0.user = .isAway }
    let key = try SecurityKey(over: authenticator)
    #expect(throws: SecurityKeyError.timedOut) { try key.registerAda(timeout: 30) }
    // The key no longer waits, and its late answer is not taken for that of the next operation.
    #expect(authenticator.cancellations == 1)
    try key.isUsable(authenticator)
    authenticator.change { $0.user = .isAway }
    #expect(throws: SecurityKeyError.timedOut) { try key.assertExample(timeout: -1) }
  }

  /// CTAP2_ERR_USER_ACTION_TIMEOUT and CTAP2_ERR_ACTION_TIMEOUT.
  @Test(arguments: [0x2F, 0x3A] as [UInt8]) func theKeyStopsWaiting(code: UInt8) throws {
    let key = try SecurityKey(over: Authenticator { $0.fault = code })
    #expect(throws: SecurityKeyError.timedOut) { try key.registerAda() }
  }

  @Test func otherErrorsHaveTheirNames() throws {
    let key = try SecurityKey(over: Authenticator { $0.fault = 0x28 })
    #expect(throws: SecurityKeyError.failed(code: 0x28, text: "FIDO_ERR_KEY_STORE_FULL")) {
      try key.registerAda()
    }
  }

  @Test func keysThatCannotDoThisAreUnsupported() throws {
    #expect(throws: SecurityKeyError.unsupported) {
      try SecurityKey(over: Authenticator { $0.knowsFIDO2 = false })
    }
    let forgetful = try SecurityKey(over: Authenticator { $0.keepsCredentials = false })
    #expect(throws: SecurityKeyError.unsupported) { try forgetful.registerAda() }
    let plain = try SecurityKey(over: Authenticator())
    #expect(throws: SecurityKeyError.unsupported) { try plain.registerAda(verifiesUser: true) }
  }

  @Test func textsThatCWouldCutAreRefused() throws {
    let authenticator = Authenticator()
    let key = try SecurityKey(over: authenticator)
    let refusal = SecurityKeyError.failed(code: -7, text: "a text contains NUL")
    #expect(throws: refusal) { try key.registerAda(relyingParty: "example.com\0.evil") }
    #expect(throws: refusal) { try key.assertExample(pin: "1234\0") }
    #expect(authenticator.takeRequests().map(\.command) == [0x04])
  }

  @Test func aKeyThatIsGoneLeavesNothing() throws {
    weak var transport: Authenticator?
    do {
      let authenticator = Authenticator()
      transport = authenticator
      _ = try SecurityKey(over: authenticator).registerAda()
    }
    #expect(transport == nil)
  }
}
