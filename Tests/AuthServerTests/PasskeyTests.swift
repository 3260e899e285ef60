import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import WebAuthn

@Suite struct PasskeyTests {
  @Test func aPasskeyIsEnrolledAndSignsIn() throws {
    let server = try ServerHarness(policy: .strict.with { $0.passwordHashing = Policy.quick.passwordHashing })
    let kim = try server.verifiedAccount()
    let options = try server.startPasskey(kim.idToken)
    var expected = CredentialCreationOptions()
    expected.rp = .init(id: "localhost", name: "demo-test")
    expected.user = .init(id: options.user?.id, name: "kim@example.com", displayName: "kim@example.com")
    expected.challenge = options.challenge
    expected.pubKeyCredParams = [.init(alg: -7), .init(alg: -8), .init(alg: -257)]
    expected.timeout = 300_000
    expected.excludeCredentials = []
    expected.authenticatorSelection = .init(userVerification: "required")
    expected.attestation = "none"
    #expect(options == expected)
    #expect(Base64URL.decode(anyForm: options.challenge ?? "")?.count == 32)
    // It fits into the 64 bytes of WebAuthn as bytes, and as the text that Apple's SDK gives authenticators.
    #expect(options.user?.id?.utf8.count == 44)

    let credential = try SoftwareCredential(for: options)
    server.clock.advance(60)
    let enrolled = try server.call(
      FinalizePasskeyEnrollment.self,
      .init(
        idToken: kim.idToken, authenticatorRegistrationResponse: credential.registration(for: options),
        name: "laptop"))
    #expect(enrolled.localId == kim.localId)
    #expect(try claims(of: enrolled.idToken)["firebase"]?["sign_in_provider"] == "passkey")
    #expect(try claims(of: enrolled.idToken)["auth_time"] == 1_800_000_000)
    let record = PasskeyRecord(credentialId: Base64URL.encode(credential.id), name: "laptop")
    #expect(try server.lookup(enrolled.idToken)?.passkeyInfo == [record])
    #expect(
      try server.startPasskey(kim.idToken).excludeCredentials == [
        .init(id: Data(credential.id).base64EncodedString())
      ])

    server.clock.advance(60)
    let signIn = try server.startPasskeySignIn()
    var request = CredentialRequestOptions()
    request.challenge = signIn.challenge
    request.rpId = "localhost"
    request.timeout = 300_000
    request.userVerification = "required"
    #expect(signIn == request)
    let tokens = try server.finishPasskeySignIn(credential.assertion(for: signIn))
    #expect(tokens.localId == kim.localId)
    #expect(try claims(of: tokens.idToken)["firebase"]?["sign_in_provider"] == "passkey")
    #expect(try claims(of: tokens.idToken)["auth_time"] == 1_800_000_120)
    #expect(try server.lookup(tokens.idToken)?.lastLoginAt == "1800000120000")
    #expect(
      try claims(of: server.refresh(tokens.refreshToken).idToken)["firebase"]?["sign_in_provider"]
        == "passkey")

    _ = try server.call(UpdateAccount.self, .unenrolling(tokens.idToken, [Base64URL.encode(credential.id)]))
    #expect(try server.lookup(tokens.idToken)?.passkeyInfo == nil)
    #expect(refusal { try server.signIn(with: credential) } == "PASSKEY_ENROLLMENT_NOT_FOUND")
  }

  /// `signInWithPasskey` of the JavaScript SDK's branch does this where nobody has a passkey yet.
  @Test func anAnonymousAccountBecomesAPermanentOne() throws {
    let server = try ServerHarness(policy: .quick)
    let anonymous = try server.call(SignUp.self, .init())
    let credential = try server.enrollPasskey(anonymous.idToken, name: nil)
    let tokens = try server.signIn(with: credential)
    #expect(tokens.localId == anonymous.localId)
    #expect(try server.lookup(tokens.idToken)?.passkeyInfo?.map(\.name) == ["Unnamed Passkey"])
    #expect(try claims(of: tokens.idToken)["provider_id"] == nil)
    // It stays permanent without the passkey.
    _ = try server.call(UpdateAccount.self, .unenrolling(tokens.idToken, [Base64URL.encode(credential.id)]))
    #expect(try server.count("SELECT anonymous FROM accounts") == 0)
  }

  @Test func aNameHasAtMost256Characters() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let name = String(repeating: "é", count: 256)
    #expect(
      refusal { try server.enrollPasskey(kim.idToken, name: name + "é") }
        == "INVALID_ARGUMENT : name has at most 256 characters.")
    let tokens = try server.signIn(with: server.enrollPasskey(kim.idToken, name: name))
    #expect(try server.lookup(tokens.idToken)?.passkeyInfo?.map(\.name) == [name])
  }

  // MARK: Challenges

  @Test func aChallengeIsUsedOnce() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    let answer = try credential.assertion(for: server.startPasskeySignIn())
    _ = try server.finishPasskeySignIn(answer)
    #expect(refusal { try server.finishPasskeySignIn(answer) } == Self.unknownChallenge)
    // A wrong answer uses it up, too.
    let options = try server.startPasskeySignIn()
    var wrong = try credential.assertion(for: options)
    wrong.response?.signature = "AAAA"
    #expect(
      refusal { try server.finishPasskeySignIn(wrong) }
        == "INVALID_AUTHENTICATOR_RESPONSE : The signature is wrong.")
    #expect(
      refusal { try server.finishPasskeySignIn(credential.assertion(for: options)) } == Self.unknownChallenge)
  }

  @Test func aChallengeExpires() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    let (first, second) = (try server.startPasskeySignIn(), try server.startPasskeySignIn())
    server.clock.advance(300)
    _ = try server.finishPasskeySignIn(credential.assertion(for: first))
    server.clock.advance(1)
    #expect(
      refusal { try server.finishPasskeySignIn(credential.assertion(for: second)) }
        == "PASSKEY_CHALLENGE_TIMEOUT")
  }

  @Test func aChallengeIsForOneAccountAndOneKind() throws {
    let server = try ServerHarness(policy: .quick)
    let (kim, lee) = (try server.verifiedAccount(), try server.verifiedAccount("lee@example.com"))
    let options = try server.startPasskey(kim.idToken)
    let credential = try SoftwareCredential(for: options)
    func enroll(_ idToken: String?, _ options: CredentialCreationOptions) -> String? {
      refusal {
        try server.call(
          FinalizePasskeyEnrollment.self,
          .init(idToken: idToken, authenticatorRegistrationResponse: credential.registration(for: options)))
      }
    }
    #expect(enroll(lee.idToken, options) == Self.unknownChallenge)
    var ofSignIn = options
    ofSignIn.challenge = try server.startPasskeySignIn().challenge
    #expect(enroll(kim.idToken, ofSignIn) == Self.unknownChallenge)
    #expect(enroll(kim.idToken, try server.startPasskey(kim.idToken)) == nil)
    let ofEnrollment = try server.startPasskey(kim.idToken)
    var request = CredentialRequestOptions()
    request.challenge = ofEnrollment.challenge
    #expect(
      refusal { try server.finishPasskeySignIn(credential.assertion(for: request)) } == Self.unknownChallenge)
  }

  @Test func aTenantHasItsOwnPasskeysAndChallenges() throws {
    let server = try ServerHarness(policy: .emulator)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    let ofTenant = try server.startPasskeySignIn(tenant: "t1")
    #expect(
      refusal { try server.finishPasskeySignIn(credential.assertion(for: ofTenant)) }
        == Self.unknownChallenge + " " + PasskeyPolicyTests.hint
    )
    #expect(
      refusal { try server.finishPasskeySignIn(credential.assertion(for: ofTenant), tenant: "t1") }
        == "PASSKEY_CREDENTIAL_NOT_FOUND")
  }

  // MARK: Clients

  /// It gives authenticators the UTF-8 bytes of the texts, without decoding their base64.
  @Test func theFormsOfApplesSDKAreAccepted() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    var options = try server.startPasskey(kim.idToken)
    func twice(_ text: String?) -> String? { text.map { Data($0.utf8).base64EncodedString() } }
    options.challenge = twice(options.challenge)
    let user = options.user
    options.user?.id = twice(user?.id)
    let credential = try SoftwareCredential(for: options)
    var answer = credential.registration(for: options)
    answer.id = Data(credential.id).base64EncodedString()
    _ = try server.call(
      FinalizePasskeyEnrollment.self, .init(idToken: kim.idToken, authenticatorRegistrationResponse: answer))
    let challenge = try #require(try server.startPasskeySignIn().challenge)
    #expect(
      try server.finishPasskeySignIn(credential.assertion(signing: Array(challenge.utf8))).localId
        == kim.localId)
  }

  @Test func theNamesOfOlderClientsAreAccepted() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let options = try server.startPasskey(kim.idToken)
    let credential = try SoftwareCredential(for: options)
    func older(_ answer: AuthenticatorResponse?) -> AuthenticatorResponse? {
      var older = answer
      older?.clientDataJson = answer?.clientDataJSON.flatMap { Base64URL.decode($0) }
        .map { Data($0).base64EncodedString() }
      older?.clientDataJSON = nil
      return older
    }
    let registration = credential.registration(for: options)
    var request = AuthenticatorAnswer(id: nil, response: nil)
    request.credentialId = registration.id
    request.authenticatorAttestationResponse = older(registration.response)
    _ = try server.call(
      FinalizePasskeyEnrollment.self, .init(idToken: kim.idToken, authenticatorRegistrationResponse: request))
    let assertion = try credential.assertion(for: server.startPasskeySignIn())
    var signIn = AuthenticatorAnswer(id: nil, response: nil)
    signIn.credentialId = assertion.id
    signIn.authenticatorAssertionResponse = older(assertion.response)
    #expect(try server.finishPasskeySignIn(signIn).localId == kim.localId)
  }

  // MARK: Rules

  @Test func anAnswerOfAnotherUserOrPageIsRefused() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    func refused(_ change: (inout AuthenticatorResponse) -> Void, origin: String = ServerHarness.pageOrigin)
      throws -> String?
    {
      var answer = try credential.assertion(for: server.startPasskeySignIn(), origin: origin)
      if var response = answer.response {
        change(&response)
        answer.response = response
      }
      return refusal { try server.finishPasskeySignIn(answer) }
    }
    let code = "INVALID_AUTHENTICATOR_RESPONSE : "
    #expect(try refused { $0.userHandle = "AAAA" } == code + "The user handle belongs to another account.")
    #expect(try refused { $0.userHandle = nil } == code + "The user handle is missing or cannot be read.")
    #expect(try refused { $0.signature = nil } == code + "The signature is missing or cannot be read.")
    #expect(
      try refused { $0.authenticatorData = "AAAA" } == code
        + "The authenticator data is missing or cannot be read.")
    #expect(
      try refused { $0.clientDataJSON = "e30" } == code + "The client data is missing or cannot be read.")
    #expect(
      try refused({ _ in }, origin: "https://example.com") == code
        + "The origin https://example.com is not expected.")
    #expect(try refused({ _ in }, origin: "https://127.0.0.1:8080") == nil)
    #expect(
      refusal { try server.call(FinalizePasskeySignIn.self, .init()) } == "MISSING_AUTHENTICATOR_RESPONSE")
    #expect(
      refusal { try server.finishPasskeySignIn(.init(id: "not base64!", response: nil)) }
        == "INVALID_CREDENTIAL_ID")
  }

  @Test func aCounterThatDoesNotGrowIsRefused() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let options = try server.startPasskey(kim.idToken)
    let key = CountingKey(relyingPartyID: "localhost", key: try .p256())
    var answer = AuthenticatorResponse(
      clientDataJSON: Base64URL.encode(key.clientData(.create, options.challenge).json))
    answer.attestationObject = Base64URL.encode(key.attestationObject(counter: 7))
    _ = try server.call(
      FinalizePasskeyEnrollment.self,
      .init(
        idToken: kim.idToken,
        authenticatorRegistrationResponse: .init(id: Base64URL.encode(CountingKey.id), response: answer)))
    func signIn(_ counter: UInt32) -> String? {
      refusal {
        let clientData = key.clientData(.get, try server.startPasskeySignIn().challenge)
        let data = AuthenticatorData(
          relyingPartyID: "localhost", flags: [.userPresent, .userVerified], counter: counter
        ).encoded
        var answer = AuthenticatorResponse(clientDataJSON: Base64URL.encode(clientData.json))
        answer.authenticatorData = Base64URL.encode(data)
        answer.signature = Base64URL.encode(try key.key.sign(data + Digest.sha256(clientData.json)))
        answer.userHandle = options.user?.id
        return try server.finishPasskeySignIn(.init(id: Base64URL.encode(CountingKey.id), response: answer))
      }
    }
    #expect(signIn(7) == Self.counterNotGrown)
    #expect(signIn(8) == nil)
    #expect(signIn(8) == Self.counterNotGrown)
    #expect(signIn(0) == Self.counterNotGrown)
    #expect(signIn(90) == nil)
  }

  @Test(arguments: [
    (Policy.quick, "PASSKEY_EXISTS"), (.quickEmulator, "CREDENTIAL_ALREADY_IN_USE"),
  ])
  func aPasskeyBelongsToOneAccount(policy: Policy, code: String) throws {
    let server = try ServerHarness(policy: policy)
    let (kim, lee) = (try server.verifiedAccount(), try server.verifiedAccount("lee@example.com"))
    let credential = try server.enrollPasskey(kim.idToken)
    for idToken in [kim.idToken, lee.idToken] {
      #expect(
        refusal {
          let options = try server.startPasskey(idToken)
          _ = try server.call(
            FinalizePasskeyEnrollment.self,
            .init(idToken: idToken, authenticatorRegistrationResponse: credential.registration(for: options)))
        } == code)
    }
  }

  @Test func anAccountHasOnlySoManyPasskeys() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let late = try server.startPasskey(kim.idToken)
    for name in 1...20 { try server.enrollPasskey(kim.idToken, name: "\(name)") }
    #expect(refusal { try server.startPasskey(kim.idToken) } == "PASSKEY_LIMIT_EXCEEDED")
    let credential = try SoftwareCredential(for: late)
    #expect(
      refusal {
        try server.call(
          FinalizePasskeyEnrollment.self,
          .init(idToken: kim.idToken, authenticatorRegistrationResponse: credential.registration(for: late)))
      } == "PASSKEY_LIMIT_EXCEEDED")
  }

  @Test func aSecondFactorIsAskedForAsThePolicySays() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    try server.enrollTOTP(kim.idToken)
    #expect(try server.signIn(with: credential).idToken != nil)
    let asking = try server.reopened(policy: .quick.with { $0.passkeySecondFactor = true })
    let answer = try asking.signIn(with: credential)
    #expect(answer.idToken == nil)
    #expect(answer.mfaPendingCredential != nil)
    #expect(answer.mfaInfo?.map(\.displayName) == ["pixel"])
  }

  @Test func aDisabledAccountIsNotSignedIn() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    var change = UpdateAccount.Request()
    change.localId = kim.localId
    change.disableUser = true
    _ = try server.call(UpdateAccount.self, change, asOwner: true)
    #expect(refusal { try server.signIn(with: credential) } == "USER_DISABLED")
    _ = try server.call(DeleteAccount.self, .init(localId: kim.localId), asOwner: true)
    #expect(refusal { try server.signIn(with: credential) } == "PASSKEY_ENROLLMENT_NOT_FOUND")
  }

  @Test func anUnknownPasskeyIsNotUnenrolled() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    let id = Base64URL.encode(credential.id)
    #expect(
      refusal { try server.call(UpdateAccount.self, .unenrolling(kim.idToken, [id, "AAAA"])) }
        == "PASSKEY_ENROLLMENT_NOT_FOUND")
    #expect(try server.lookup(kim.idToken)?.passkeyInfo?.map(\.credentialId) == [id])
    // Apple's SDK knows it in base64.
    _ = try server.call(
      UpdateAccount.self, .unenrolling(kim.idToken, [Data(credential.id).base64EncodedString()]))
    #expect(try server.lookup(kim.idToken)?.passkeyInfo == nil)
  }

  /// The transaction of a sign-in is run again when a function must be asked.
  @Test func aFunctionThatRefusesDoesNotFreeTheChallenge() throws {
    let server = try ServerHarness(
      policy: .quick, functions: FunctionFake { _ in .function(403, #"{"error":{"message":"no"}}"#) })
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    try server.setFunctions(["beforeSignIn"])
    let answer = try credential.assertion(for: server.startPasskeySignIn())
    #expect(
      refusal { try server.finishPasskeySignIn(answer) }?.hasPrefix("BLOCKING_FUNCTION_ERROR_RESPONSE")
        == true)
    #expect(refusal { try server.finishPasskeySignIn(answer) } == Self.unknownChallenge)
  }

  // MARK: Copies

  @Test func anExportTakesPasskeysAlong() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    let exported = try server.call(
      BatchGetAccounts.self, .init(), query: [QueryItem("secrets", "true")], asOwner: true)
    let record = try #require(exported.users?.first?.passkeyInfo?.first)
    #expect(record.publicKey == Base64URL.encode(COSEKey(p256: credential.privateKey.publicKey).encoded))
    #expect(record.backupEligible == true)
  }

  @Test func aSnapshotKeepsPasskeys() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    _ = try server.call(SaveSnapshot.self, .init("with-passkey"))
    _ = try server.call(UpdateAccount.self, .unenrolling(kim.idToken, [Base64URL.encode(credential.id)]))
    _ = try server.call(LoadSnapshot.self, .init("with-passkey"))
    #expect(try server.signIn(with: credential).localId == kim.localId)
  }

  static let unknownChallenge =
    "INVALID_AUTHENTICATOR_RESPONSE : The challenge is unknown, or was used already."
  static let counterNotGrown = "INVALID_AUTHENTICATOR_RESPONSE : The signature counter did not grow."
}

extension UpdateAccount.Request {
  static func unenrolling(_ idToken: String?, _ ids: [String]) -> Self {
    var request = UpdateAccount.Request(idToken: idToken)
    request.deletePasskey = ids
    return request
  }
}

/// An authenticator that counts its signatures, and keeps its passkeys to itself.
private struct CountingKey {
  static let id: [UInt8] = [1, 2, 3]

  let relyingPartyID: String
  let key: PrivateKey

  func clientData(_ ceremony: ClientData.Ceremony, _ challenge: String?) -> ClientData {
    ClientData(
      ceremony, challenge: Base64URL.decode(anyForm: challenge ?? "") ?? [], origin: ServerHarness.pageOrigin)
  }

  func attestationObject(counter: UInt32) -> [UInt8] {
    AttestationObject.encoded(
      AuthenticatorData(
        relyingPartyID: relyingPartyID, flags: [.userPresent, .userVerified, .hasCredential],
        counter: counter,
        credential: .init(id: Self.id, key: COSEKey(p256: key.publicKey))
      ).encoded)
  }
}
