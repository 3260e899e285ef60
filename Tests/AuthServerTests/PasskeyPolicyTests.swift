import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import WebAuthn

@Suite struct PasskeyPolicyTests {
  // MARK: Settings

  @Test func aProjectHasItsOwnWebsite() throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      try server.call(GetPasskeyConfig.self, .init(), asOwner: true).rpId == nil)
    let config = try server.call(
      UpdatePasskeyConfig.self,
      .init(rpId: "example.com", expectedOrigins: ["https://example.com", "https://login.example.com"]),
      asOwner: true)
    #expect(config.rpId == "example.com")
    #expect(config.name?.hasSuffix("/passkeyConfig") == true)
    #expect(try server.call(GetPasskeyConfig.self, .init(), asOwner: true) == config)

    let kim = try server.verifiedAccount()
    let options = try server.startPasskey(kim.idToken)
    #expect(options.rp?.id == "example.com")
    let credential = try SoftwareCredential(for: options)
    func enroll(from origin: String) -> String? {
      refusal {
        let options = try server.startPasskey(kim.idToken)
        _ = try server.call(
          FinalizePasskeyEnrollment.self,
          .init(
            idToken: kim.idToken,
            authenticatorRegistrationResponse: credential.registration(for: options, origin: origin)))
      }
    }
    #expect(
      enroll(from: "http://localhost:5000")
        == "INVALID_AUTHENTICATOR_RESPONSE : The origin http://localhost:5000 is not expected.")
    #expect(enroll(from: "https://login.example.com") == nil)
    #expect(try server.startPasskeySignIn().rpId == "example.com")
    // Authenticators keep a passkey for one relying party ID.
    #expect(
      refusal { try server.call(UpdatePasskeyConfig.self, .init(rpId: "example.org"), asOwner: true) }
        == "INVALID_ARGUMENT : rpId cannot be changed while accounts have passkeys.")
    let changed = try server.call(
      UpdatePasskeyConfig.self, .init(rpId: "example.com", expectedOrigins: ["https://app.example.com"]),
      query: [QueryItem("updateMask", "rpId,expectedOrigins")], asOwner: true)
    #expect(changed.expectedOrigins == ["https://app.example.com"])
  }

  @Test(arguments: [
    "https://example.com", "example.com:443", "", "EXAMPLE.com", "exa mple.com", "127.0.0.1", "example.com.",
    "com",
    "a_b.com",
  ])
  func aRelyingPartyIDIsADomain(id: String) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      refusal { try server.call(UpdatePasskeyConfig.self, .init(rpId: id), asOwner: true) }
        == "INVALID_ARGUMENT : rpId is a domain, such as example.com.")
  }

  @Test(arguments: [
    "https://example.com:443", "http://example.com", "example.com", "android:apk-key-hash:",
    "https://example.com/",
  ])
  func anOriginIsOneThatBrowsersSend(origin: String) throws {
    let server = try ServerHarness(policy: .quick)
    #expect(
      refusal {
        try server.call(
          UpdatePasskeyConfig.self, .init(rpId: "example.com", expectedOrigins: [origin]), asOwner: true)
      }?.hasPrefix("INVALID_ARGUMENT : expectedOrigins are origins") == true)
  }

  /// They come with an import before anybody can set them.
  @Test func originsWithoutAnIDAreOfTheDefaultOne() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let credential = try server.enrollPasskey(kim.idToken)
    _ = try server.call(
      UpdatePasskeyConfig.self, .init(expectedOrigins: ["https://shop.example"]), asOwner: true)
    #expect(
      refusal { try server.signIn(with: credential) }
        == "INVALID_AUTHENTICATOR_RESPONSE : The origin http://localhost:5000 is not expected.")
    #expect(
      try server.call(UpdatePasskeyConfig.self, .init(rpId: "localhost"), asOwner: true).rpId == "localhost")
    let related = try server.send(.get, "/.well-known/webauthn")
    #expect(String(decoding: related.body, as: UTF8.self) == #"{"origins":["https://shop.example"]}"#)
  }

  @Test func withoutSettingsAProjectMayHaveNoPasskeys() throws {
    let server = try ServerHarness(policy: .quick.with { $0.passkeysByThemselves = false })
    let kim = try server.verifiedAccount()
    #expect(refusal { try server.startPasskey(kim.idToken) } == "PASSKEY_NOT_ENABLED")
    #expect(refusal { try server.startPasskeySignIn() } == "PASSKEY_NOT_ENABLED")
    _ = try server.call(UpdatePasskeyConfig.self, .init(rpId: "localhost"), asOwner: true)
    let credential = try server.enrollPasskey(kim.idToken)
    #expect(try server.signIn(with: credential).localId == kim.localId)
  }

  @Test func clientsMayNotChangeSettings() throws {
    let server = try ServerHarness(policy: .quick)
    #expect(throws: ServerError.self) {
      try server.call(UpdatePasskeyConfig.self, .init(rpId: "example.com"))
    }
  }

  // MARK: Answers as Firebase's emulator accepts them

  /// The facts of its own specs for passkeys, of June 2026.
  @Test func unverifiedAnswersNeedOnlyAnID() throws {
    let server = try ServerHarness(policy: .emulator.with { $0.passkeyVerification = false })
    func enroll(_ idToken: String?, _ id: String, name: String? = nil, displayName: String? = nil) throws
      -> PasskeyTokens
    {
      var request = FinalizePasskeyEnrollment.Request(
        idToken: idToken, authenticatorRegistrationResponse: .init(id: id, response: nil), name: name)
      request.displayName = displayName
      return try server.call(FinalizePasskeyEnrollment.self, request)
    }
    let kim = try server.verifiedAccount()
    let enrolled = try enroll(kim.idToken, "cred_4_A", name: "Key A")
    #expect(enrolled.idToken != nil && enrolled.refreshToken != nil && enrolled.localId == kim.localId)
    _ = try enroll(kim.idToken, "cred_4_B", name: "Key B")
    #expect(refusal { try enroll(kim.idToken, "cred_4_B") } == "CREDENTIAL_ALREADY_IN_USE")
    let tokens = try server.finishPasskeySignIn(.init(id: "cred_4_A", response: nil))
    #expect(tokens.localId == kim.localId)
    #expect(
      refusal { try server.finishPasskeySignIn(.init(id: "nonexistent_cred_id", response: nil)) }
        == "PASSKEY_CREDENTIAL_NOT_FOUND")
    _ = try server.call(UpdateAccount.self, .unenrolling(kim.idToken, ["cred_4_A", "nonexistent_key"]))
    #expect(
      try server.lookup(kim.idToken)?.passkeyInfo == [PasskeyRecord(credentialId: "cred_4_B", name: "Key B")])

    let lee = try server.verifiedAccount("lee@example.com")
    _ = try enroll(lee.idToken, "fallback_cred_1", displayName: "My Display Name")
    _ = try enroll(lee.idToken, "fallback_cred_2")
    #expect(
      try server.lookup(lee.idToken)?.passkeyInfo?.map(\.name) == ["My Display Name", "Unnamed Passkey"])

    #expect(refusal { try server.startPasskey(nil) } == "MISSING_ID_TOKEN")
    #expect(refusal { try enroll(nil, "some_cred") } == "MISSING_ID_TOKEN")
    #expect(
      refusal { try server.call(FinalizePasskeyEnrollment.self, .init(idToken: "some_token")) }
        == "MISSING_AUTHENTICATOR_RESPONSE")
    #expect(
      refusal { try server.call(FinalizePasskeySignIn.self, .init()) } == "MISSING_AUTHENTICATOR_RESPONSE")
    #expect(refusal { try enroll(kim.idToken, "") } == "INVALID_CREDENTIAL_ID")
  }

  /// What was enrolled without a key cannot sign in where answers are verified.
  @Test func anUnverifiedPasskeyIsNotTrustedLater() throws {
    let server = try ServerHarness(policy: .emulator.with { $0.passkeyVerification = false })
    let kim = try server.verifiedAccount()
    _ = try server.call(
      FinalizePasskeyEnrollment.self,
      .init(idToken: kim.idToken, authenticatorRegistrationResponse: .init(id: "AAAA", response: nil)))
    let strict = try server.reopened(policy: .emulator)
    #expect(
      refusal { try strict.finishPasskeySignIn(.init(id: "AAAA", response: nil)) }
        == "INVALID_AUTHENTICATOR_RESPONSE : The client data is missing or cannot be read. " + Self.hint)
  }

  static let hint =
    "((To accept any answer, as Firebase's emulator does: --policy-set passkey-verification=false))"

  /// The specs of Firebase's emulator have answers without a key.
  @Test func whoSendsSuchAnAnswerIsToldHowItIsTaken() throws {
    for (policy, words) in [(Policy.emulator, " : " + Self.hint), (.quick, "")] {
      let server = try ServerHarness(policy: policy)
      let kim = try server.verifiedAccount()
      let options = try server.startPasskey(kim.idToken)
      func enroll(_ change: (inout AuthenticatorAnswer) -> Void) -> String? {
        refusal {
          var answer = try SoftwareCredential(for: options).registration(for: options)
          change(&answer)
          return try server.call(
            FinalizePasskeyEnrollment.self,
            .init(idToken: kim.idToken, authenticatorRegistrationResponse: answer))
        }
      }
      #expect(enroll { $0.id = "not base64" } == "INVALID_CREDENTIAL_ID" + words)
      #expect(
        enroll { $0.response?.attestationObject = "AAAA" }
          == "INVALID_AUTHENTICATOR_RESPONSE : The attestation object is missing or cannot be read."
          + (words.isEmpty ? "" : " " + Self.hint))
    }
  }
}
