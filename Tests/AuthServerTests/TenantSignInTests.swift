import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

/// What tenants are for: accounts, codes and messages of their own.
@Suite struct TenantSignInTests {
  private typealias Harness = ServerHarness

  @Test func theSameAddressIsAnotherAccountInEachTenant() throws {
    let server = try ServerHarness(policy: .quick)
    let (one, two) = (try server.makeTenant(), try server.makeTenant())
    let tenants: [String?] = [nil, one, two]
    let people = try tenants.map { try server.signUp(in: $0) }
    #expect(Set(people.map(\.localId)).count == 3)
    for (tenant, person) in zip(tenants, people) {
      let signedIn = try server.signIn(in: tenant)
      #expect(signedIn.localId == person.localId)
      let claims = try claims(of: signedIn.idToken)
      #expect(claims["aud"] == "demo-test")
      #expect(claims["iss"] == "https://securetoken.google.com/demo-test")
      #expect(claims["firebase"]?["tenant"]?.string == tenant)
      // The token alone says which tenant is meant, and so does the refresh token.
      let record = try server.lookup(signedIn.idToken)
      #expect(record?.localId == person.localId)
      #expect(record?.tenantId == tenant)
      let renewed = try server.refresh(signedIn.refreshToken)
      #expect(try AuthServerTests.claims(of: renewed.idToken)["firebase"]?["tenant"]?.string == tenant)
      #expect(try server.update(renewed.idToken) { $0.displayName = "Kim" }.localId == person.localId)
    }
    #expect(try server.call(DeleteAccount.self, .init(idToken: server.signIn(in: one).idToken)) == .init())
    #expect(refusal { try server.signIn(in: one) } == "EMAIL_NOT_FOUND")
    #expect(try server.signIn(in: two).localId == people[2].localId)
  }

  @Test func tenantsThatDisagreeAreRefused() throws {
    let server = try ServerHarness(policy: .quick)
    let (one, two) = (try server.makeTenant(), try server.makeTenant())
    let (none, kim) = (try server.signUp(in: nil), try server.signUp(in: one))
    func update(_ idToken: String?, _ tenant: String?) -> String? {
      refusal { try server.update(idToken) { $0.tenantId = tenant } }
    }
    #expect(update(kim.idToken, one) == nil)
    #expect(update(kim.idToken, "") == nil)
    let foreign = "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token."
    #expect(update(kim.idToken, two) == foreign)
    #expect(update(none.idToken, one) == foreign)
    // It is the same of a tenant that is not there.
    #expect(update(kim.idToken, "never") == foreign)
    #expect(update(none.idToken, "never") == foreign)
    let path = "v1/projects/demo-test/tenants/\(one)/accounts:lookup"
    let ids: JSONValue = .array([kim.localId, none.localId].map { .string($0 ?? "") })
    #expect(
      refusal { try server.asOwner(.post, path, ["localId": ids, "tenantId": .string(two)]) }
        == "TENANT_ID_MISMATCH")
    #expect(
      refusal { try server.asOwner(.post, path, ["idToken": .string(none.idToken ?? "")]) } == foreign)
    // Forged tokens get no further for naming a tenant.
    let parts = (kim.idToken ?? "").split(separator: ".")
    #expect(refusal { try server.lookup("\(parts[0]).\(parts[1]).") } == "INVALID_ID_TOKEN")
    let emulator = try ServerHarness(policy: .quickEmulator)
    let lee = try emulator.signUp(in: "red")
    #expect(
      refusal { try emulator.update(lee.idToken) { $0.tenantId = "blue" } } == "TENANT_ID_MISMATCH")
  }

  @Test func eachTenantHasItsOwnSwitches() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    let kim = try server.signUp(in: id)
    let link = try server.sendLink(in: id)
    func set(_ changes: JSONValue) throws {
      _ = try server.changeTenant(id, changes, mask: changes.members?.map(\.name).joined(separator: ","))
    }
    _ = try server.setConfig(["signIn": ["email": ["enabled": false], "anonymous": ["enabled": false]]])
    #expect(try server.signIn(in: id).localId == kim.localId)
    try set(["allowPasswordSignup": false])
    #expect(refusal { try server.signIn(in: id) } == "PASSWORD_LOGIN_DISABLED")
    #expect(refusal { try server.signUp(in: id, "lee@example.com") } == "OPERATION_NOT_ALLOWED")
    #expect(try server.signIn(code: link?.code ?? "", in: id).localId == kim.localId)
    try set(["enableEmailLinkSignin": false, "enableAnonymousUser": false])
    #expect(refusal { try server.sendLink(in: id) } == "OPERATION_NOT_ALLOWED")
    #expect(refusal { try server.signUp(in: id, nil) } == "ADMIN_ONLY_OPERATION")
    try set(["enableAnonymousUser": true, "client": ["permissions": ["disabledUserSignup": true]]])
    #expect(refusal { try server.signUp(in: id, nil) } == "ADMIN_ONLY_OPERATION")
    try set([
      "passwordPolicyConfig": [
        "passwordPolicyVersions": [["customStrengthOptions": ["minPasswordLength": 9]]]
      ]
    ])
    let policy = try server.call(PasswordPolicy.self, .init(), query: [QueryItem("tenantId", id)])
    #expect(policy.customStrengthOptions?.minPasswordLength == 9)
    #expect(try server.call(PasswordPolicy.self, .init()).customStrengthOptions?.minPasswordLength == 6)
    try set(["recaptchaConfig": ["phoneEnforcementState": "AUDIT"]])
    let states = try [id, nil].map { try server.recaptchaConfig(in: $0).recaptchaEnforcementState?.last }
    #expect(states.map { $0?.enforcementState } == [.audit, .unspecifiedForClients])
  }

  @Test func aDisabledTenantIsClosedToAllButWhoEnablesIt() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    let kim = try server.signUp(in: id)
    #expect(try server.changeTenant(id, ["disableAuth": true], mask: "disableAuth")["disableAuth"] == true)
    let accounts = "v1/projects/demo-test/tenants/\(id)/accounts"
    let attempts: [() throws -> Any?] = [
      { try server.signIn(in: id) }, { try server.signUp(in: id, nil) },
      { try server.refresh(kim.refreshToken) }, { try server.sendLink(in: id) },
      { try server.update(kim.idToken) { $0.displayName = "Kim" } },
      { try server.asOwner(.post, accounts, [:]) }, { try server.asOwner(.post, accounts + ":lookup") },
    ]
    for attempt in attempts { #expect(refusal(attempt) == "TENANT_DISABLED") }
    #expect(refusal { try server.lookup(kim.idToken) } == "TOKEN_EXPIRED")
    #expect(try server.call(Outbox.self, .init(), tenant: id).messages == [])
    _ = try server.changeTenant(id, ["disableAuth": false], mask: "disableAuth")
    #expect(try server.lookup(kim.idToken)?.localId == kim.localId)
    let emulator = try ServerHarness(policy: .quickEmulator)
    let lee = try emulator.signUp(in: "red")
    _ = try emulator.changeTenant("red", ["disableAuth": true], mask: "disableAuth")
    #expect(refusal { try emulator.signIn(in: "red") } == "PROJECT_DISABLED")
    #expect(refusal { try emulator.lookup(lee.idToken) } == "PROJECT_DISABLED")
  }

  @Test func theProjectSaysWhatTenantsShare() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    func send() -> String? {
      refusal {
        try server.send(.emailSignIn, to: Harness.email) {
          $0.continueUrl = "https://app.example/done"
          $0.tenantId = id
        }
      }
    }
    func failure() -> String? { refusal { try server.signIn(in: id, "nobody@example.com") } }
    #expect(send() == "UNAUTHORIZED_DOMAIN : Domain not allowlisted by project")
    _ = try server.setConfig([
      "authorizedDomains": ["app.example"], "emailPrivacyConfig": ["enableImprovedEmailPrivacy": true],
    ])
    #expect(send() == nil)
    // This is each tenant's own, and off in a new one.
    #expect(failure() == "EMAIL_NOT_FOUND")
    _ = try server.changeTenant(
      id, ["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]], mask: "emailPrivacyConfig")
    #expect(failure() == "INVALID_LOGIN_CREDENTIALS")
    let emulator = try ServerHarness(policy: .quickEmulator)
    _ = try emulator.setConfig(["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
    #expect(refusal { try emulator.signIn(in: "red", "nobody@example.com") } == "INVALID_LOGIN_CREDENTIALS")
  }

  @Test func numbersAreSecondFactorsInATenantAndNothingElse() throws {
    let push = PushRecorder()
    let server = try ServerHarness(policy: .verifying.withQuickHashes, push: push)
    let id = try server.makeTenant(["testPhoneNumbers": ["+16505550100": "482913"]])
    var send = SendVerificationCode.Request(phoneNumber: Harness.number)
    send.tenantId = id
    #expect(refusal { try server.call(SendVerificationCode.self, send) } == "UNSUPPORTED_TENANT_OPERATION")
    #expect(
      refusal {
        try server.call(SignInWithPhoneNumber.self, .init(sessionInfo: "x", code: "1", tenantId: id))
      }
        == "UNSUPPORTED_TENANT_OPERATION")
    let kim = try server.verifiedAccount(in: id)
    // The app asks for its receipt without a tenant.
    _ = try server.verifyClient()
    let pushed = try #require(push.pushes.first)
    var challenge = PhoneChallenge(phoneNumber: Harness.factorNumber)
    challenge.proof.iosReceipt = pushed.receipt
    challenge.proof.iosSecret = pushed.secret
    let info = try server.call(
      StartMFAEnrollment.self, .init(idToken: kim.idToken, phoneEnrollmentInfo: challenge)
    ).phoneSessionInfo?.sessionInfo
    let codes = try server.call(VerificationCodes.self, .init(), tenant: id).verificationCodes
    #expect(codes.map(\.phoneNumber) == [Harness.factorNumber])
    #expect(try server.call(VerificationCodes.self, .init()).verificationCodes == [])
    let enrolled = try server.finishPhoneEnrollment(kim.idToken, info, codes.first?.code)
    #expect(try claims(of: enrolled.idToken)["firebase"]?["tenant"]?.string == id)
    let first = try server.signIn(in: id)
    var proof = PhoneChallenge(phoneNumber: Harness.mask)
    proof.proof = challenge.proof
    let session = try server.call(
      StartMFASignIn.self,
      .init(
        mfaPendingCredential: first.mfaPendingCredential,
        mfaEnrollmentId: first.mfaInfo?.first?.mfaEnrollmentId,
        phoneSignInInfo: proof, tenantId: id)
    ).phoneResponseInfo?.sessionInfo
    let code = try server.call(Outbox.self, .init(), tenant: id).messages.last?.code
    let done = try server.finishSignIn(first.mfaPendingCredential, session, code, in: id)
    #expect(try claims(of: done.idToken)["firebase"]?["tenant"]?.string == id)
    #expect(try server.lookup(done.idToken)?.localId == kim.localId)
  }

  @Test func mailedLinksNameTheirTenant() throws {
    let server = try ServerHarness(policy: .quick)
    let (id, other) = (try server.makeTenant(), try server.makeTenant())
    let kim = try server.signUp(in: id)
    let mail = try #require(try server.sendLink(in: id))
    #expect(mail.link?.hasSuffix("&tenantId=" + id) == true)
    #expect(try server.mails() == [])
    let code = try #require(mail.code)
    let signedIn = try server.signIn(code: code, in: id)
    #expect(signedIn.localId == kim.localId)
    #expect(try claims(of: signedIn.idToken)["firebase"]?["tenant"]?.string == id)
    // The page obeys the link, and only in its tenant.
    try server.send(.passwordReset, to: Harness.email) { $0.tenantId = id }
    let link = try #require(try server.call(Outbox.self, .init(), tenant: id).messages.last?.link)
    #expect(link.hasSuffix("&tenantId=" + id))
    let query = try #require(FormEncoding.decode(String(link.drop { $0 != "?" }.dropFirst())))
    let password = QueryItem("newPassword", "another horse")
    for wrong in [[], [QueryItem("tenantId", other)]] {
      let refused = try server.send(
        .get, "/emulator/action", query: query.filter { $0.name != "tenantId" } + wrong + [password])
      #expect(JSONValue(json: refused.body) == ["authEmulator": ["error": "TENANT_ID_MISMATCH"]])
    }
    #expect(try server.send(.get, "/emulator/action", query: query + [password]).status == 200)
    var again = SignInWithPassword.Request(email: Harness.email, password: "another horse")
    again.tenantId = id
    #expect(try server.call(SignInWithPassword.self, again).localId == kim.localId)
  }

  @Test func administratorsNameTheTenantInThePath() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    let accounts = "v1/projects/demo-test/tenants/\(id)/accounts"
    let made = try server.asOwner(
      .post, accounts, ["localId": "kim", "email": "kim@example.com", "password": "correct horse"])
    #expect(made["localId"] == "kim")
    _ = try server.asOwner(.post, accounts + ":update", ["localId": "kim", "displayName": "Kim"])
    let found = try server.asOwner(.post, accounts + ":lookup", ["localId": ["kim"]])
    #expect(found["users"]?.array?.first?["displayName"] == "Kim")
    #expect(found["users"]?.array?.first?["tenantId"]?.string == id)
    #expect(
      try server.asOwner(.post, "v1/projects/demo-test/accounts:lookup", ["localId": ["kim"]])["users"] == nil
    )
    let link = try server.asOwner(
      .post, accounts + ":sendOobCode",
      ["requestType": "PASSWORD_RESET", "email": "kim@example.com", "returnOobLink": true])
    #expect(link["oobLink"]?.string?.hasSuffix("&tenantId=" + id) == true)
    #expect(try server.signIn(in: id).localId == "kim")
    _ = try server.asOwner(.post, accounts + ":delete", ["localId": "kim"])
    #expect(refusal { try server.signIn(in: id) } == "EMAIL_NOT_FOUND")
  }

  @Test func testsReadAndClearATenantOfItsOwn() throws {
    let server = try ServerHarness(policy: .quick)
    let id = try server.makeTenant()
    try server.signUp(in: nil)
    try server.signUp(in: id)
    _ = try server.sendLink(in: id)
    #expect(try server.call(OobCodes.self, .init(), tenant: id).oobCodes.map(\.email) == [Harness.email])
    #expect(try server.call(OobCodes.self, .init()).oobCodes == [])
    _ = try server.call(ClearAccounts.self, .init(), tenant: id)
    #expect(refusal { try server.signIn(in: id) } == "EMAIL_NOT_FOUND")
    #expect(try server.signIn(in: nil).registered == true)
    #expect(refusal { try server.call(OobCodes.self, .init(), tenant: "none") } == "INVALID_TENANT_ID")
    // To start a tenant afresh keeps it, with everything on; to start the project afresh ends all of them.
    _ = try server.changeTenant(id, ["displayName": "plain"])
    _ = try server.call(ResetProject.self, .init(), tenant: id)
    #expect(try server.call(OobCodes.self, .init(), tenant: id).oobCodes == [])
    #expect(try server.signUp(in: id).localId != nil)
    #expect(try server.signIn(in: nil).registered == true)
    _ = try server.call(ResetProject.self, .init())
    #expect(try server.call(ListTenants.self, .init(), asOwner: true) == [:])
    #expect(try server.count("SELECT count(*) FROM accounts") == 0)
  }

  @Test func aCustomTokenSignsInToTheTenantThatItNames() throws {
    let server = try ServerHarness()
    let (id, other) = (try server.makeTenant(), try server.makeTenant())
    let token = try server.call(CreateCustomToken.self, .init(uid: "kim"), tenant: id).token
    #expect(try claims(of: token)["tenant_id"]?.string == id)
    func signIn(_ token: String?, _ tenant: String?) throws -> SignInWithCustomToken.Response {
      var request = SignInWithCustomToken.Request(token: token)
      request.tenantId = tenant
      return try server.call(SignInWithCustomToken.self, request)
    }
    #expect(try claims(of: signIn(token, id).idToken)["firebase"]?["tenant"]?.string == id)
    let refused = "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token."
    #expect(refusal { try signIn(token, other) } == refused)
    #expect(refusal { try signIn(token, nil) } == refused)
    let plain = try server.call(CreateCustomToken.self, .init(uid: "kim")).token
    #expect(refusal { try signIn(plain, id) } == refused)
  }

  @Test func aProviderSignsInToATenant() throws {
    let server = try ServerHarness()
    let id = try server.makeTenant()
    var request = SignInWithIdp.Request(
      postBody: "providerId=google.com&id_token=" + FormEncoding.encode(#"{"sub":"1"}"#))
    request.tenantId = id
    let first = try server.call(SignInWithIdp.self, request)
    #expect(first.tenantId == id)
    #expect(try claims(of: first.idToken)["firebase"]?["tenant"]?.string == id)
    request.tenantId = nil
    #expect(try server.call(SignInWithIdp.self, request).localId != first.localId)
  }
}
