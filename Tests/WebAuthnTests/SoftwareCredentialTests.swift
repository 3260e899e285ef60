import Crypto
import Testing
import WebAuthn

@Suite struct SoftwareCredentialTests {
  private static let party = RelyingParty(
    id: "localhost", origins: [], acceptsLoopback: true, requiresUserVerification: true)
  private static let origin = "http://localhost:5173"

  private static func passkey() throws -> SoftwareCredential {
    try SoftwareCredential(
      relyingPartyID: "localhost", userHandle: [1, 2, 3], userName: "kim@example.org",
      random: SecureRandom.bytes)
  }

  private static func enroll(_ passkey: SoftwareCredential) throws -> VerifiedCredential {
    try party.verifyRegistration(
      ClientData(.create, challenge: [1, 2, 3], origin: origin),
      attestationObject: passkey.attestationObject(),
      credentialID: passkey.id)
  }

  private static func signIn(
    _ passkey: SoftwareCredential, as credential: VerifiedCredential
  ) throws -> VerifiedCredential {
    let clientData = ClientData(.get, challenge: try SecureRandom.bytes(32), origin: origin)
    let answer = try passkey.assertion(for: clientData)
    return try party.verifyAssertion(
      clientData, authenticatorData: answer.authenticatorData, signature: answer.signature, of: credential)
  }

  @Test func itEnrollsAndSignsIn() throws {
    let passkey = try Self.passkey()
    #expect(passkey.id.count == 32)
    #expect(
      (passkey.relyingPartyID, passkey.userHandle, passkey.userName) == (
        "localhost", [1, 2, 3], "kim@example.org"
      ))
    let expected = CredentialState(
      id: Hex.encode(passkey.id), key: Hex.encode(COSEKey(p256: passkey.privateKey.publicKey).encoded),
      counter: 0,
      flags: [true, true, true])
    var credential = try Self.enroll(passkey)
    #expect(CredentialState(credential) == expected)
    // It never counts.
    for _ in 0..<3 {
      credential = try Self.signIn(passkey, as: credential)
      #expect(CredentialState(credential) == expected)
    }
  }

  @Test func itsObjectIsOneWithoutAStatement() throws {
    let passkey = try Self.passkey()
    let object = try AttestationObject(passkey.attestationObject())
    #expect(object.format == "none")
    #expect(
      object.authenticatorData.flags
        == [.userPresent, .userVerified, .backupEligible, .backedUp, .hasCredential])
    #expect(object.authenticatorData.credential?.id == passkey.id)
    #expect(CBOR(passkey.attestationObject())?["attStmt"] == .map([]))
  }

  @Test func aStoredKeySignsInAgain() throws {
    let passkey = try Self.passkey()
    let credential = try Self.enroll(passkey)
    let copy = SoftwareCredential(
      id: passkey.id, relyingPartyID: passkey.relyingPartyID, userHandle: passkey.userHandle,
      userName: passkey.userName, privateKey: try PrivateKey(p256: passkey.privateKey.der))
    #expect(copy.attestationObject() == passkey.attestationObject())
    #expect(copy.privateKey.der == passkey.privateKey.der)
    #expect(CredentialState(try Self.signIn(copy, as: credential)) == CredentialState(credential))
  }

  @Test func anotherPasskeyDoesNotSignIn() throws {
    let credential = try Self.enroll(try Self.passkey())
    let other = try Self.passkey()
    #expect(throws: WebAuthnFlaw.wrongSignature) { try Self.signIn(other, as: credential) }
    #expect(throws: WebAuthnFlaw.badCredentialID) {
      try Self.party.verifyRegistration(
        ClientData(.create, challenge: [1], origin: Self.origin),
        attestationObject: other.attestationObject(),
        credentialID: credential.id)
    }
  }

  @Test func itSignsInNowhereElse() throws {
    let passkey = try Self.passkey()
    let elsewhere = RelyingParty(id: "example.org", origins: [Self.origin])
    #expect(throws: WebAuthnFlaw.otherRelyingParty) {
      try elsewhere.verifyRegistration(
        ClientData(.create, challenge: [1], origin: Self.origin),
        attestationObject: passkey.attestationObject(),
        credentialID: nil)
    }
    let credential = try Self.enroll(passkey)
    let clientData = ClientData(.get, challenge: [1], origin: Self.origin)
    let answer = try passkey.assertion(for: clientData)
    #expect(throws: WebAuthnFlaw.otherRelyingParty) {
      try elsewhere.verifyAssertion(
        clientData, authenticatorData: answer.authenticatorData, signature: answer.signature, of: credential)
    }
    // A challenge that the page did not get.
    #expect(throws: WebAuthnFlaw.wrongSignature) {
      try Self.party.verifyAssertion(
        ClientData(.get, challenge: [2], origin: Self.origin), authenticatorData: answer.authenticatorData,
        signature: answer.signature, of: credential)
    }
  }

  @Test func withoutRandomBytesThereIsNone() {
    #expect(throws: CryptoError.noRandomBytes(errno: 1)) {
      try SoftwareCredential(relyingPartyID: "localhost", userHandle: [1], userName: "kim") {
        _ throws(CryptoError) in
        throw .noRandomBytes(errno: 1)
      }
    }
  }

  @Test func everyFlawIsSaidInASentence() {
    let flaws: [WebAuthnFlaw] = [
      .clientData, .otherType("webauthn.get"), .otherOrigin("https://evil.example"), .framed,
      .otherRelyingParty,
      .noUserPresent, .userNotVerified, .contradictoryBackupFlags, .otherAlgorithm, .badCredentialID,
      .wrongSignature, .counterNotGrown,
    ]
    #expect(
      flaws.map(\.description) == [
        "The client data is missing or cannot be read.", "The client data's type is not webauthn.get.",
        "The origin https://evil.example is not expected.", "The page is in a frame of another site.",
        "The answer is for another relying party ID.", "The user was not present.",
        "The user was not verified.", "The backup flags are contradictory.",
        "The public key's algorithm is not supported.", "The credential ID is not valid.",
        "The signature is wrong.", "The signature counter did not grow.",
      ])
    // One character may have a million accents.
    let origin = "https://a" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(WebAuthnFlaw.otherOrigin(origin).description.utf8.count < 200)
  }
}
