import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct UpdateAccountTests {
  @Test func aProfileIsChangedWithoutNewTokens() throws {
    let server = try ServerHarness()
    let kim = try server.signInByLink()
    let changed = try server.update(kim.idToken) {
      $0.displayName = "Kim"
      $0.photoUrl = "https://photos.example/kim"
    }
    #expect(changed.kind == "identitytoolkit#SetAccountInfoResponse")
    #expect(changed.idToken == nil)
    #expect(changed.displayName == "Kim")
    let claims = try claims(of: server.refresh(kim.refreshToken).idToken)
    #expect(claims["name"] == "Kim")
    #expect(claims["picture"] == "https://photos.example/kim")
    let cleared = try server.update(kim.idToken) { $0.deleteAttribute = [.displayName, .photoURL] }
    #expect(cleared.displayName == nil)
    #expect(cleared.photoUrl == nil)
    #expect(
      refusal { try server.update(kim.idToken) { $0.displayName = String(repeating: "x", count: 257) } }
        == "INVALID_PROFILE_ATTRIBUTE : Display name too long.")
  }

  @Test func aNewPasswordEndsTheOtherSessions() throws {
    let server = try ServerHarness(policy: .quick)
    let first = try server.signUp()
    server.clock.advance(10)
    let second = try server.signIn(password: ServerHarness.password)
    server.clock.advance(10)
    let changed = try server.update(second.idToken) { $0.password = "new password" }
    #expect(changed.passwordHash == "UkVEQUNURUQ=")
    for token in [first.refreshToken, second.refreshToken] {
      #expect(refusal { try server.refresh(token) } == "TOKEN_EXPIRED")
    }
    #expect(refusal { try server.lookup(second.idToken) } == "TOKEN_EXPIRED")
    #expect(try server.refresh(changed.refreshToken).userId == first.localId)
    #expect(try server.lookup(changed.idToken)?.validSince == "1800000020")
    #expect(try server.signIn(password: "new password").localId == first.localId)
    // A later link counts in seconds, and its session goes on all the same.
    let linked = try server.signIn(code: try server.sendLink(), idToken: changed.idToken)
    #expect(try server.refresh(linked.refreshToken).userId == first.localId)
  }

  /// A code alone would do; with a token that is not good, something is not as the client believes. With a good
  /// one the service does not look at the code.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func aCodeBesideABadTokenChangesNothing(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    let code = try server.mailedCode()
    func apply(_ idToken: String) -> String? { refusal { try server.update(idToken) { $0.oobCode = code } } }
    #expect(apply("x") == "INVALID_ID_TOKEN")
    let changed = try server.update(kim.idToken) { $0.displayName = "Kim" }
    #expect(changed.emailVerified == false)
    let validSince = Date(timeIntervalSince1970: 1_800_000_001)
    try server.change(kim.localId) { $0.validSince = validSince }
    #expect(apply(kim.idToken ?? "") == "TOKEN_EXPIRED")
    try server.change(kim.localId) { $0.validSince = nil }
    #expect(apply(kim.idToken ?? "") == nil)
    #expect(try server.lookup(kim.idToken)?.emailVerified == !policy.serviceAnswers)
    #expect(refusal { try server.apply(code) } == (policy.serviceAnswers ? nil : "INVALID_OOB_CODE"))
  }

  @Test func sensitiveChangesNeedARecentSignIn() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signUp()
    server.clock.advance(301)
    let old = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    #expect(refusal { try server.update(kim.idToken) { $0.password = "new password" } } == old)
    #expect(refusal { try server.update(kim.idToken) { $0.email = "new@example.com" } } == old)
    #expect(refusal { try server.update(kim.idToken) { $0.displayName = "Kim" } } == nil)
    let again = try server.signIn(password: ServerHarness.password)
    #expect(refusal { try server.update(again.idToken) { $0.email = "new@example.com" } } == nil)

    let lenient = try ServerHarness(policy: .quickEmulator)
    let lee = try lenient.signUp()
    lenient.clock.advance(3000)
    #expect(refusal { try lenient.update(lee.idToken) { $0.password = "new password" } } == nil)
  }

  @Test func newTokensKeepSecondFactorAndSessionClaims() throws {
    let server = try ServerHarness(policy: .quick)
    let token = try server.call(
      CreateCustomToken.self, .init(uid: "kim", claims: ["level": 3, "role": "b"])
    ).token
    let kim = try server.call(SignInWithCustomToken.self, .init(token: token))
    try server.update(asOwner: true) {
      $0.localId = "kim"
      $0.email = ServerHarness.email
      $0.customAttributes = #"{"role":"a","plan":"x"}"#
    }
    server.clock.advance(1)
    let again = try server.call(SignInWithCustomToken.self, .init(token: token))
    _ = kim
    let changed = try server.update(again.idToken) { $0.password = "new password" }
    for idToken in [changed.idToken, try server.refresh(changed.refreshToken).idToken] {
      let claims = try claims(of: idToken)
      #expect(claims["level"] == 3)
      #expect(claims["role"] == "b")
      #expect(claims["plan"] == "x")
      #expect(claims["firebase"]?["sign_in_provider"] == "custom")
    }
    try server.update(asOwner: true) {
      $0.localId = "kim"
      $0.customAttributes = "{}"
    }
    let later = try claims(of: server.refresh(changed.refreshToken).idToken)
    #expect(later["plan"] == nil)
    #expect(later["role"] == "b")
  }

  @Test func anAddressIsChangedDirectlyAndBackAgain() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signUp()
    try server.verifyEmail(kim.idToken)
    server.clock.advance(1)
    let changed = try server.update(kim.idToken) { $0.email = "Eve@Example.com" }
    #expect(changed.email == "eve@example.com")
    #expect(changed.newEmail == "eve@example.com")
    #expect(changed.emailVerified == false)
    #expect(try server.lookup(changed.idToken)?.initialEmail == ServerHarness.email)
    #expect(refusal { try server.refresh(kim.refreshToken) } == "TOKEN_EXPIRED")
    let mail = try #require(try server.mails(to: ServerHarness.email).last)
    #expect(mail.link?.contains("mode=recoverEmail") == true)
    #expect(mail.text.contains("eve@example.com"))
    // Another password does not take the way back away.
    server.clock.advance(1)
    let eve = try server.update(changed.idToken) { $0.password = "eve's password" }
    server.clock.advance(1)
    let back = try server.apply(try #require(mail.code))
    #expect(back.email == ServerHarness.email)
    #expect(back.emailVerified == true)
    #expect(back.newEmail == nil)
    #expect(refusal { try server.refresh(eve.refreshToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.apply(try #require(mail.code)) } == "INVALID_OOB_CODE")
  }

  @Test func anAddressIsVerifiedByItsLink() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    let answer = try server.apply(server.mailedCode())
    #expect(answer.emailVerified == true)
    #expect(answer.email == ServerHarness.email)
    #expect(answer.idToken == nil)
    #expect(try claims(of: server.refresh(kim.refreshToken).idToken)["email_verified"] == true)
  }

  @Test(arguments: [true, false])
  func anAddressIsChangedByTheLinkToTheNewOne(isStrict: Bool) throws {
    let server = try ServerHarness(policy: isStrict ? .quick : .quickEmulator)
    let kim = try server.signUp()
    try server.send(.verifyAndChangeEmail) {
      $0.idToken = kim.idToken
      $0.newEmail = "New@example.com"
    }
    #expect(
      try server.call(OobCodes.self, .init()).oobCodes.map(\.newEmail) == ["new@example.com"])
    try server.send(.passwordReset, to: ServerHarness.email)
    let reset = try server.mailedCode()
    server.clock.advance(1)
    let answer = try server.apply(server.mailedCode("new@example.com"))
    #expect(answer.email == "new@example.com")
    #expect(answer.newEmail == "new@example.com")
    #expect(answer.emailVerified == true)
    #expect(refusal { try server.refresh(kim.refreshToken) } == (isStrict ? "TOKEN_EXPIRED" : nil))
    #expect(
      try server.signIn("new@example.com", password: ServerHarness.password).localId == kim.localId)
    // What was mailed about the old address changes nothing, but for the way back.
    #expect(
      refusal { try server.call(ResetPassword.self, .init(oobCode: reset, newPassword: "eve's password")) }
        == (isStrict ? "USER_NOT_FOUND" : "INVALID_OOB_CODE"))
    // Firebase's emulator mails no way back.
    if isStrict { #expect(try server.apply(server.mailedCode()).email == ServerHarness.email) }
  }

  @Test func anAddressThatWasTakenMeanwhileIsRefused() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    try server.send(.verifyAndChangeEmail) {
      $0.idToken = kim.idToken
      $0.newEmail = "new@example.com"
    }
    try server.signUp("new@example.com")
    let code = try server.mailedCode("new@example.com")
    #expect(refusal { try server.apply(code) } == "EMAIL_EXISTS")
    let signIn = try server.sendLink()
    #expect(refusal { try server.apply(signIn) } == "INVALID_OOB_CODE")
    #expect(refusal { try server.apply("x") } == "INVALID_OOB_CODE")
    try server.disable(kim.localId)
    #expect(refusal { try server.apply(code) } == "USER_DISABLED")
  }

  @Test func waysInAreTakenAway() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let info = try server.sendCode()
    let linked = try server.call(
      SignInWithPhoneNumber.self,
      .init(sessionInfo: info, code: server.code(for: info), idToken: kim.idToken))
    #expect(
      try server.lookup(linked.idToken)?.providerUserInfo?.map(\.providerId) == ["phone", "password"])
    let noPhone = try server.update(linked.idToken) { $0.deleteProvider = ["phone"] }
    #expect(noPhone.providerUserInfo?.map(\.providerId) == ["password"])
    #expect(noPhone.idToken == nil)
    let none = try server.update(linked.idToken) { $0.deleteProvider = ["password"] }
    #expect(none.providerUserInfo == nil)
    #expect(none.email == ServerHarness.email)
    #expect(none.passwordHash == nil)
    #expect(refusal { try server.signIn(password: ServerHarness.password) } == "INVALID_LOGIN_CREDENTIALS")
    #expect(refusal { try server.signUp() } == "EMAIL_EXISTS")
  }

  @Test func aClientMayNotDoWhatAdministratorsDo() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    func update(_ change: (inout UpdateAccount.Request) -> Void) -> String? {
      refusal { try server.update(kim.idToken, change) }
    }
    #expect(update { $0.customAttributes = "{}" } == "INSUFFICIENT_PERMISSION")
    #expect(update { $0.disableUser = true } == "OPERATION_NOT_ALLOWED")
    #expect(
      update { $0.linkProviderUserInfo = .init(providerId: "google.com", rawId: "1") }
        == "UNEXPECTED_PARAMETER")
    #expect(
      refusal { try server.update { $0.localId = kim.localId } }
        == "INVALID_REQ_TYPE : Unsupported request parameters.")
    #expect(update { $0.email = "kim" } == "INVALID_EMAIL")
    #expect(update { $0.password = "12345" } == "WEAK_PASSWORD : Password should be at least 6 characters")
    #expect(
      update { $0.tenantId = "t" }
        == "TENANT_ID_MISMATCH : Specified tenant ID mismatches with the ID token.")
    #expect(refusal { try server.update("x") { $0.displayName = "Kim" } } == "INVALID_ID_TOKEN")
    let changed = try server.update(kim.idToken) {
      $0.emailVerified = true
      $0.phoneNumber = "+14155550199"
    }
    #expect(changed.emailVerified == false)
    #expect(try server.lookup(kim.idToken)?.phoneNumber == nil)
    let phone = try server.signIn()
    #expect(
      refusal { try server.update(phone.idToken) { $0.password = "new password" } } == "MISSING_EMAIL")
  }

  @Test func anAdministratorMakesAndChangesAccounts() throws {
    let server = try ServerHarness(policy: .quick)
    var new = SignUp.Request(email: "Kim@example.com", password: "kim's password")
    new.localId = "kim"
    new.displayName = "Kim"
    new.photoUrl = "p"
    new.emailVerified = true
    new.phoneNumber = "+14155550101"
    let made = try server.call(SignUp.self, new, asOwner: true)
    #expect(made.localId == "kim")
    #expect(made.idToken == nil)
    #expect(refusal { try server.call(SignUp.self, new, asOwner: true) } == "DUPLICATE_LOCAL_ID")
    new.localId = nil
    #expect(refusal { try server.call(SignUp.self, new, asOwner: true) } == "EMAIL_EXISTS")
    new.email = "lee@example.com"
    #expect(refusal { try server.call(SignUp.self, new, asOwner: true) } == "PHONE_NUMBER_EXISTS")
    new.phoneNumber = "5"
    #expect(
      refusal { try server.call(SignUp.self, new, asOwner: true) }
        == "INVALID_PHONE_NUMBER : Invalid format.")
    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-other/accounts"
    let other = try server.send(
      .post, path, headers: ["Authorization": "Bearer owner"], body: #"{"localId":"kim","disabled":true}"#)
    #expect(try (ServerHarness.decode(other) as SignUp.Response).localId == "kim")

    let session = try server.signIn("kim@example.com", password: "kim's password")
    server.clock.advance(10)
    try server.update(asOwner: true) {
      $0.localId = "kim"
      $0.phoneNumber = "+14155550102"
      $0.emailVerified = false
      $0.customAttributes = #"{"admin":true}"#
      $0.createdAt = "1000"
      $0.lastLoginAt = "2000"
      $0.validSince = "1800000005"
      $0.linkProviderUserInfo = .init(providerId: "google.com", rawId: "g1")
    }
    func find(_ request: Lookup.Request) throws -> AccountRecord? {
      try server.call(Lookup.self, request, asOwner: true).users?.first
    }
    var byIdentity = Lookup.Request()
    byIdentity.federatedUserId = [.init(providerId: "google.com", rawId: "g1")]
    let record = try #require(try find(.init(email: ["KIM@example.com"])))
    #expect(try find(byIdentity) == record)
    #expect(record.phoneNumber == "+14155550102")
    #expect(record.emailVerified == false)
    #expect(record.customAttributes == #"{"admin":true}"#)
    #expect(record.createdAt == "1000")
    #expect(record.lastLoginAt == "2000")
    #expect(record.validSince == "1800000005")
    #expect(record.providerUserInfo?.map(\.providerId) == ["phone", "google.com", "password"])
    #expect(refusal { try server.refresh(session.refreshToken) } == "TOKEN_EXPIRED")

    // Addresses too, whatever strangers may do.
    let moved = try server.update(asOwner: true) {
      $0.localId = "kim"
      $0.email = "kim2@example.com"
    }
    #expect(moved.idToken == nil)
    #expect(try find(.init(localId: ["kim"]))?.email == "kim2@example.com")
    try server.update(asOwner: true) {
      $0.localId = "kim"
      $0.disableUser = true
    }
    #expect(try find(.init(localId: ["kim"]))?.disabled == true)
  }

  @Test func thePasswordOfNobodyIsNotLookedAt() throws {
    for policy in [Policy.quick, .quickEmulator] {
      let server = try ServerHarness(policy: policy)
      #expect(
        refusal {
          try server.update(asOwner: true) { ($0.localId, $0.password) = ("nobody", "123") }
        } == "USER_NOT_FOUND")
    }
  }

  @Test func anAdministratorsNumberMayHaveLetters() throws {
    let server = try ServerHarness(policy: .quick)
    func make(_ uid: String, _ number: String) throws -> String? {
      var new = SignUp.Request()
      (new.localId, new.phoneNumber) = (uid, number)
      _ = try server.call(SignUp.self, new, asOwner: true)
      return try server.account(uid)?.phoneNumber
    }
    #expect(try make("kim", "+1650555ABCD") == "+16505552223")
    #expect(try make("lee", "tel:+1-800-pqrs-wxz") == "+18007777999")
    let wrong = "INVALID_PHONE_NUMBER : Invalid format."
    for number in [
      "+1650555010x", "+16505550 ab", "+1650555ÄBCD", "1650555ABCD", "+1650555ABCDEFGHI", "+49 30 123456 ext",
      "+49 30 1234(home)", "+49 30 123456 Tel",
      "+49 30 123456ext5",
    ] {
      #expect(refusal { try make("mo", number) } == wrong, "\(number)")
    }
    try server.update(asOwner: true) { ($0.localId, $0.phoneNumber) = ("kim", "+1 650 555-GHIJ") }
    #expect(try server.account("kim")?.phoneNumber == "+16505554445")
    #expect(refusal { try server.sendCode(to: "+1650555ABCD") } == wrong)
  }

  /// The service makes an account with an empty uid. No call could name it here.
  @Test func aUIDIsNotEmpty() throws {
    let server = try ServerHarness(policy: .quick)
    var new = SignUp.Request()
    new.localId = ""
    #expect(
      refusal { try server.call(SignUp.self, new, asOwner: true) }
        == "INVALID_ARGUMENT : A uid has 1 to 256 bytes.")
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func claimsHaveAtMostAThousandCharacters(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    func set(_ size: Int) -> String? {
      let text = #"{"a":"\#(String(repeating: "x", count: size - 8))"}"#
      #expect(text.utf8.count == size)
      return refusal {
        try server.update(asOwner: true) { ($0.localId, $0.customAttributes) = (kim.localId, text) }
      }
    }
    #expect(set(1001) == "CLAIMS_TOO_LARGE")
    #expect(set(1000) == nil)
    #expect(try claims(of: server.refresh(kim.refreshToken).idToken)["a"]?.string?.utf8.count == 992)
  }

  @Test func adminSDKsSendTimesAsNumbers() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    server.clock.advance(10)
    let path = "/identitytoolkit.googleapis.com/v1/projects/demo-test/accounts:update"
    let response = try server.send(
      .post, path, headers: ["Authorization": "Bearer owner"],
      body: #"{"localId":"\#(kim.localId ?? "")","validSince":1800000010}"#)
    #expect(response.status == 200)
    #expect(refusal { try server.refresh(kim.refreshToken) } == "TOKEN_EXPIRED")
  }

  @Test func whatAnAdministratorGetsWrongIsNamed() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    let lee = try server.signIn()
    _ = try server.update(asOwner: true) {
      $0.localId = lee.localId
      $0.linkProviderUserInfo = .init(providerId: "google.com", rawId: "g1")
    }
    func update(_ change: (inout UpdateAccount.Request) -> Void) -> String? {
      refusal {
        try server.update(asOwner: true) {
          $0.localId = kim.localId
          change(&$0)
        }
      }
    }
    #expect(update { $0.localId = nil } == "MISSING_LOCAL_ID")
    #expect(update { $0.localId = "nobody" } == "USER_NOT_FOUND")
    #expect(update { $0.phoneNumber = "5" } == "INVALID_PHONE_NUMBER : Invalid format.")
    #expect(update { $0.phoneNumber = ServerHarness.number } == "PHONE_NUMBER_EXISTS")
    #expect(update { $0.customAttributes = "[1]" } == "INVALID_CLAIMS : Not a JSON Object: [1]")
    #expect(update { $0.customAttributes = "{" } == "INVALID_CLAIMS : The claims are not JSON.")
    #expect(update { $0.customAttributes = #"{"aud":1}"# } == "FORBIDDEN_CLAIM : aud")
    #expect(update { $0.validSince = "soon" } == "INVALID_ARGUMENT : validSince is not a time.")
    #expect(update { $0.createdAt = "-1" } == "INVALID_ARGUMENT : createdAt is not a time.")
    #expect(update { $0.linkProviderUserInfo = .init(providerId: nil, rawId: "1") } == "MISSING_PROVIDER_ID")
    #expect(update { $0.linkProviderUserInfo = .init(providerId: "google.com") } == "MISSING_IDENTIFIER")
    #expect(
      update { $0.linkProviderUserInfo = .init(providerId: "phone", rawId: "1") } == "INVALID_PROVIDER_ID")
    #expect(
      update { $0.linkProviderUserInfo = .init(providerId: "google.com", rawId: "g1") }
        == "FEDERATED_USER_ID_ALREADY_LINKED")
  }

  /// What was verified stays so, but is worth nothing for another address.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func anAddressThatIsTakenAwayLeavesItsVerification(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    let uid = try #require(kim.localId)
    func change(_ change: (inout UpdateAccount.Request) -> Void) throws {
      var request = UpdateAccount.Request()
      request.localId = uid
      change(&request)
      _ = try server.call(UpdateAccount.self, request, asOwner: true)
    }
    func record() throws -> AccountRecord? {
      try server.call(Lookup.self, .init(localId: [uid]), asOwner: true).users?.first
    }
    try change { $0.deleteAttribute = [.email] }
    #expect(try record()?.email == nil)
    #expect(try record()?.emailVerified == (policy.serviceAnswers ? true : nil))
    #expect(try record()?.passwordUpdatedAt != nil)
    try change { $0.email = "new@example.com" }
    #expect(try record()?.emailVerified == false)
  }
}
