import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Members of answers as they were recorded of Google's service, and the emulator's own.
@Suite struct RecordedBodyTests {
  private func create(
    _ server: ServerHarness, _ change: (inout SignUp.Request) -> Void
  ) throws -> AccountRecord {
    var request = SignUp.Request()
    change(&request)
    let made = try server.call(CreateAccount.self, request, asOwner: true)
    return try #require(try server.account(made.localId ?? ""))
  }

  @Test func anAccountThatNeverHadAnAddressSaysNothingOfIt() throws {
    let server = try ServerHarness(policy: .quick)
    #expect(try create(server) { $0.phoneNumber = "+16505550105" }.emailVerified == nil)
    #expect(try create(server) { $0.email = "kim@example.com" }.emailVerified == false)
    #expect(try server.lookup(server.signIn().idToken)?.emailVerified == nil)
    #expect(try server.upload([AccountRecord(localId: "u1")]) == [])
    #expect(try server.account("u1")?.emailVerified == false)
    let emulator = try ServerHarness(policy: .quickEmulator)
    #expect(try emulator.upload([AccountRecord(localId: "u1")]) == [])
    #expect(try emulator.account("u1")?.emailVerified == nil)
  }

  @Test func anAccountStaysVerifiedWithoutItsAddress() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try create(server) { ($0.email, $0.emailVerified) = ("kim@example.com", true) }
    let answer = try server.update(asOwner: true) {
      ($0.localId, $0.deleteAttribute) = (kim.localId, [.email])
    }
    #expect((answer.email, answer.emailVerified) == (nil, true))
    #expect(try server.account(kim.localId ?? "")?.emailVerified == true)
  }

  @Test(arguments: [true, false])
  func aRemovedPasswordLeavesItsTime(isByName: Bool) throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let set = try #require(try server.lookup(kim.idToken)?.passwordUpdatedAt)
    server.clock.advance(5)
    try server.update(asOwner: true) {
      $0.localId = kim.localId
      if isByName { $0.deleteAttribute = [.password] } else { $0.deleteProvider = ["password"] }
    }
    let account = try #require(try server.account(kim.localId ?? ""))
    #expect((account.passwordHash, account.passwordUpdatedAt) == (nil, set))
  }

  @Test func anAddressThatASignInLinkReplacesIsNoInitialOne() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signUp()
    let code = try server.sendLink(to: "new@example.com")
    let linked = try server.call(
      SignInWithEmailLink.self, .init(email: "new@example.com", oobCode: code, idToken: kim.idToken))
    #expect(try server.lookup(linked.idToken)?.initialEmail == nil)
    server.clock.advance(1)
    let changed = try server.update(linked.idToken) { $0.email = "newer@example.com" }
    #expect(try server.lookup(changed.idToken)?.initialEmail == "new@example.com")
  }

  @Test func recaptchaSettingsThatNobodySet() throws {
    var expected = RecaptchaConfig.Response(recaptchaEnforcementState: [
      .init(provider: .emailPassword, enforcementState: .unspecifiedForClients),
      .init(provider: .phone, enforcementState: .unspecifiedForClients),
    ])
    (expected.useSmsBotScore, expected.useSmsTollFraudProtection) = (false, false)
    #expect(try ServerHarness(policy: .quick).recaptchaConfig() == expected)
  }

  @Test func claimsThatAreNoObject() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    func set(_ claims: String) -> String? {
      refusal {
        try server.update(asOwner: true) { ($0.localId, $0.customAttributes) = (kim.localId, claims) }
      }
    }
    #expect(set("[1,2]") == "INVALID_CLAIMS : Not a JSON Object: [1,2]")
    #expect(set(#""text""#) == #"INVALID_CLAIMS : Not a JSON Object: "text""#)
    #expect(set("{not json") == "INVALID_CLAIMS : The claims are not JSON.")
    #expect(set(#"{"sub":1}"#) == "FORBIDDEN_CLAIM : sub")
    let emulator = try ServerHarness(policy: .quickEmulator)
    let id = try emulator.signUp().localId
    #expect(
      refusal { try emulator.update(asOwner: true) { ($0.localId, $0.customAttributes) = (id, "[1,2]") } }
        == "INVALID_CLAIMS")
  }

  @Test func accountsOfEqualNamesComeByUID() throws {
    let server = try ServerHarness(policy: .quick)
    let names = ["q1": "Carol", "q2": "alice", "q3": "Bob", "q4": nil, "q5": "Bob"]
    let users = names.map { id, name in
      var user = AccountRecord(localId: id)
      user.displayName = name
      return user
    }
    #expect(try server.upload(users) == [])
    func sorted(_ field: String, _ order: String) throws -> [String?] {
      var request = QueryAccounts.Request()
      (request.sortBy, request.order) = (field, order)
      return try server.call(QueryAccounts.self, request, asOwner: true).userInfo?.map(\.localId) ?? []
    }
    #expect(try sorted("NAME", "ASC") == ["q4", "q3", "q5", "q1", "q2"])
    #expect(try sorted("NAME", "DESC") == ["q2", "q1", "q3", "q5", "q4"])
    for order in ["ASC", "DESC"] {
      #expect(try sorted("LAST_LOGIN_AT", order) == ["q1", "q2", "q3", "q4", "q5"])
    }
    #expect(try sorted("USER_ID", "DESC") == ["q5", "q4", "q3", "q2", "q1"])
  }

  @Test func aPasswordPolicyHasWhatSomebodySet() throws {
    let server = try ServerHarness(policy: .quick)
    func policy(_ options: JSONValue?) throws -> JSONValue? {
      let versions: JSONValue = .array(options.map { [["customStrengthOptions": $0]] } ?? [])
      _ = try server.setConfig(
        [
          "passwordPolicyConfig": [
            "passwordPolicyEnforcementState": "ENFORCE", "passwordPolicyVersions": versions,
          ]
        ], mask: "passwordPolicyConfig")
      let answer = try server.send(
        .get, "/identitytoolkit.googleapis.com/v2/passwordPolicy", query: [.init("key", "k")])
      return JSONValue(json: answer.body)
    }
    #expect(
      try policy(["minPasswordLength": 8])
        == [
          "customStrengthOptions": ["minPasswordLength": 8], "enforcementState": "ENFORCE",
          "schemaVersion": 1,
        ])
    #expect(try policy(["maxPasswordLength": 16])?["customStrengthOptions"] == ["maxPasswordLength": 16])
    #expect(
      try policy(["containsNonAlphanumericCharacter": true])?["allowedNonAlphanumericCharacters"]?.array?
        .count
        == 30)
  }

  @Test func aProviderOfFactorsWithoutItsConfigurationIsDropped() throws {
    let server = try ServerHarness(policy: .quick)
    let answer = try server.setConfig(
      ["mfa": ["state": "ENABLED", "providerConfigs": [["state": "ENABLED"]]]], mask: "mfa")
    #expect(answer["mfa"] == ["state": "ENABLED"])
  }

  @Test func theEmulatorsOwnMembers() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let status = JSONValue(json: try server.send(.get, "/").body)
    #expect(
      status?["authEmulator"] == [
        "apiSpec": "/emulator/openapi.json", "docs": "https://firebase.google.com/docs/emulator-suite",
        "ready": true,
      ])
    let missing = try server.send(.get, "/nowhere")
    #expect(missing.status == 404)
    #expect(JSONValue(json: missing.body)?["error"]?["message"] == "Not Found")
    let form = FormEncoding.encode([.init("providerId", "google.com"), .init("id_token", #"{"sub":"g1"}"#)])
    #expect(try server.call(SignInWithIdp.self, .init(postBody: form)).context == "")
    #expect(
      try ServerHarness(policy: .quick).call(SignInWithIdp.self, .init(postBody: form)).context == nil)
  }
}
