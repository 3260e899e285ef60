import Crypto
import Testing
import WebAuthn

@Suite struct VectorTests {
  /// The relying party of the standard's examples; one of them is in a frame of the second origin.
  private static let party = RelyingParty(
    id: "example.org", origins: ["https://example.org", "https://example.com"])

  @Test(arguments: StandardVector.accepted) func theStandardsAnswersAreAccepted(_ vector: StandardVector)
    throws
  {
    let clientData = try ClientData(Array(vector.enrollment.clientData.utf8))
    #expect(Hex.encode(clientData.challenge) == vector.enrollment.challenge)
    #expect((clientData.type, clientData.origin) == ("webauthn.create", "https://example.org"))
    let object = try #require(Hex.decode(vector.attestationObject))
    let enrolled = try Self.party.verifyRegistration(
      clientData, attestationObject: object, credentialID: Hex.decode(vector.id))
    #expect(CredentialState(enrolled) == vector.state(vector.flags[0]))
    #expect(try AttestationObject(object).format == vector.format)

    let answer = try ClientData(Array(vector.signIn.clientData.utf8))
    #expect(Hex.encode(answer.challenge) == vector.signIn.challenge)
    #expect((answer.type, answer.origin) == ("webauthn.get", "https://example.org"))
    // The credential as it was stored, with the key read again.
    let stored = VerifiedCredential(
      id: enrolled.id, key: try COSEKey(enrolled.key.encoded), counter: enrolled.counter,
      isBackupEligible: enrolled.isBackupEligible, isBackedUp: enrolled.isBackedUp)
    let signedIn = try Self.party.verifyAssertion(
      answer, authenticatorData: try #require(Hex.decode(vector.authenticatorData)),
      signature: try #require(Hex.decode(vector.signature)), of: stored)
    #expect(CredentialState(signedIn) == vector.state(vector.flags[1]))
  }

  /// One of them must not verify another's answer.
  @Test func noOtherKeyOfTheStandardAcceptsAnAnswer() throws {
    for vector in StandardVector.accepted {
      for other in StandardVector.accepted where other.name != vector.name {
        let credential = VerifiedCredential(
          id: [1], key: try COSEKey(try #require(Hex.decode(other.key))), counter: 0,
          isBackupEligible: vector.flags[0][1], isBackedUp: false)
        let clientData = try ClientData(Array(vector.signIn.clientData.utf8))
        let (data, signature) = try (
          #require(Hex.decode(vector.authenticatorData)), #require(Hex.decode(vector.signature))
        )
        #expect(throws: WebAuthnFlaw.wrongSignature) {
          try Self.party.verifyAssertion(
            clientData, authenticatorData: data, signature: signature, of: credential)
        }
      }
    }
  }

  /// The standard leaves it to the relying party whether it may be in a frame.
  @Test func aPageInAFrameOfAnUnknownPageIsRefused() throws {
    let vector = StandardVector.crossOrigin
    let object = try #require(Hex.decode(vector.attestationObject))
    #expect(throws: WebAuthnFlaw.framed) {
      try Self.party.verifyRegistration(
        ClientData(Array(vector.enrollment.clientData.utf8)), attestationObject: object, credentialID: nil)
    }
    let framed = StandardVector.topOrigin
    #expect(throws: WebAuthnFlaw.framed) {
      try RelyingParty(id: "example.org", origins: ["https://example.org"]).verifyRegistration(
        ClientData(Array(framed.enrollment.clientData.utf8)),
        attestationObject: #require(Hex.decode(framed.attestationObject)), credentialID: nil)
    }
  }

  /// The standard prescribes the JSON to the byte.
  @Test func clientDataIsWrittenAsTheStandardPrescribes() throws {
    for vector in [StandardVector.noneES256, .packedRS256, .packedEdDSA] {
      let challenge = try #require(Hex.decode(vector.signIn.challenge))
      let clientData = ClientData(.get, challenge: challenge, origin: "https://example.org")
      #expect(String(decoding: clientData.json, as: UTF8.self) == vector.signIn.clientData)
    }
  }

  @Test func anAttestationObjectIsWrittenAsTheStandardPrescribes() throws {
    let object = try #require(Hex.decode(StandardVector.noneES256.attestationObject))
    let data = try AttestationObject(object).authenticatorData
    #expect(AttestationObject.encoded(data.encoded) == object)
    #expect(data.credential?.aaguid == Hex.decode("8446ccb9ab1db374750b2367ff6f3a1f"))
  }
}

/// All of a checked credential, for comparing.
struct CredentialState: Equatable {
  var id: String
  var key: String
  var counter: UInt32
  /// UV, BE and BS.
  var flags: [Bool]

  init(id: String, key: String, counter: UInt32, flags: [Bool]) {
    (self.id, self.key, self.counter, self.flags) = (id, key, counter, flags)
  }

  init(_ credential: VerifiedCredential) {
    self.init(
      id: Hex.encode(credential.id), key: Hex.encode(credential.key.encoded), counter: credential.counter,
      flags: [credential.isUserVerified, credential.isBackupEligible, credential.isBackedUp])
  }
}

extension StandardVector {
  static let accepted = [
    noneES256, selfES256, topOrigin, longID, packedES256, packedRS256, packedEdDSA,
  ]

  func state(_ flags: [Bool]) -> CredentialState {
    CredentialState(id: id, key: key, counter: 0, flags: flags)
  }
}
