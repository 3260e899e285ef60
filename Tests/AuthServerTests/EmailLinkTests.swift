import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@Suite struct EmailLinkTests {
  @Test func aLinkMakesAnAccountOnceAndSignsInToItLater() throws {
    let server = try ServerHarness()
    let code = try server.sendLink(to: "Kim@Example.com")
    let first = try server.signIn(linkTo: "kim@EXAMPLE.com", code: code)
    #expect(first.isNewUser == true)
    #expect(first.email == ServerHarness.email)
    #expect(first.kind == "identitytoolkit#EmailLinkSigninResponse")
    #expect(refusal { try server.signIn(code: code) } == "INVALID_OOB_CODE")

    let second = try server.signInByLink("KIM@example.com")
    #expect(second.isNewUser == false)
    #expect(second.localId == first.localId)
    let claims = try claims(of: second.idToken)
    #expect(claims["email"] == "kim@example.com")
    #expect(claims["email_verified"] == true)
    #expect(
      claims["firebase"] == [
        "identities": ["email": ["kim@example.com"]], "sign_in_provider": "password",
      ])
    let record = try #require(try server.lookup(second.idToken))
    #expect(record.emailVerified == true)
    #expect(record.emailLinkSignin == true)
    #expect(record.passwordHash == nil)
    #expect(record.providerUserInfo?.map(\.providerId) == ["password"])
    #expect(record.providerUserInfo?.map(\.rawId) == ["kim@example.com"])
    #expect(try server.refresh(second.refreshToken).userId == first.localId)
  }

  @Test func aWrongAddressLeavesTheLinkUsable() throws {
    let server = try ServerHarness()
    let code = try server.sendLink()
    let wrong = "INVALID_EMAIL : The email provided does not match the sign-in email address."
    #expect(refusal { try server.signIn(linkTo: "eve@example.com", code: code) } == wrong)
    #expect(refusal { try server.signIn(linkTo: "kim@example.co", code: code) } == wrong)
    #expect(refusal { try server.signIn(linkTo: "kim@example", code: code) } == "INVALID_EMAIL")
    #expect(refusal { try server.signIn(linkTo: "kim", code: code) } == "INVALID_EMAIL")
    #expect(refusal { try server.signIn(linkTo: "", code: code) } == "MISSING_EMAIL")
    #expect(refusal { try server.signIn(code: "") } == "MISSING_OOB_CODE")
    #expect(refusal { try server.signIn(code: "x") } == "INVALID_OOB_CODE")
    #expect(try server.signIn(code: code).isNewUser == true)
  }

  @Test func aLinkRunsOut() throws {
    let server = try ServerHarness()
    let code = try server.sendLink()
    server.clock.advance(6 * 3600)
    #expect(try server.call(OobCodes.self, .init()).oobCodes.count == 1)
    let other = try server.sendLink(to: "lee@example.com")
    server.clock.advance(1)
    #expect(refusal { try server.signIn(code: code) } == "EXPIRED_OOB_CODE")
    #expect(try server.call(OobCodes.self, .init()).oobCodes.map(\.oobCode) == [other])
    server.clock.advance(86_400)
    #expect(refusal { try server.signIn(code: code) } == "INVALID_OOB_CODE")
    // From before the clock was set back.
    let late = try server.sendLink(to: "lee@example.com")
    server.clock.advance(-61)
    #expect(refusal { try server.signIn(linkTo: "lee@example.com", code: late) } == "EXPIRED_OOB_CODE")
  }

  @Test func aNewLinkEndsTheOlderOneOfItsKind() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    let (old, other) = (try server.sendLink(), try server.sendLink(to: "lee@example.com"))
    try server.send(.passwordReset, to: ServerHarness.email)
    let new = try server.sendLink()
    #expect(refusal { try server.signIn(code: old) } == "INVALID_OOB_CODE")
    #expect(
      try server.call(OobCodes.self, .init()).oobCodes.map(\.requestType)
        == [.emailSignIn, .passwordReset, .emailSignIn])
    #expect(try server.signIn(code: new).isNewUser == false)
    #expect(try server.signIn(linkTo: "lee@example.com", code: other).isNewUser == true)

    let lenient = try ServerHarness(policy: .emulator)
    let first = try lenient.sendLink()
    _ = try lenient.sendLink()
    #expect(try lenient.signIn(code: first).isNewUser == true)
  }

  @Test func ofManyUsesAtOnceOneSucceeds() throws {
    let server = try ServerHarness()
    let code = try server.sendLink()
    let results = Mutex<[String]>([])
    inThreads(64) {
      let result = refusal { try server.signIn(code: code) } ?? "signed in"
      results.withLock { $0.append(result) }
    }
    let found = results.withLock { $0 }
    #expect(found.filter { $0 == "signed in" }.count == 1)
    #expect(found.filter { $0 == "INVALID_OOB_CODE" }.count == 63)
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
  }

  @Test func aLinkEndsWithTheAccountItWasMailedTo() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signInByLink()
    let code = try server.sendLink()
    _ = try server.call(DeleteAccount.self, .init(idToken: kim.idToken))
    #expect(refusal { try server.signIn(code: code) } == "INVALID_OOB_CODE")
    let phone = try server.signIn()
    #expect(refusal { try server.signIn(code: code, idToken: phone.idToken) } == "INVALID_OOB_CODE")
    // Nor does it sign in to whoever has the address now.
    try server.signUp()
    #expect(refusal { try server.signIn(code: code) } == "INVALID_OOB_CODE")
    #expect(try server.count("SELECT count(*) FROM accounts") == 2)
    #expect(try server.signInByLink().isNewUser == false)

    let lenient = try ServerHarness(policy: .quickEmulator)
    let lee = try lenient.signInByLink()
    let again = try lenient.sendLink()
    _ = try lenient.call(DeleteAccount.self, .init(idToken: lee.idToken))
    #expect(try lenient.signIn(code: again).isNewUser == true)
  }

  @Test func aLinkEndsWithTheAddressOfItsAccount() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signInByLink()
    let code = try server.sendLink()
    _ = try server.update(kim.idToken) { $0.email = "new@example.com" }
    #expect(refusal { try server.signIn(code: code) } == "INVALID_OOB_CODE")
    #expect(try server.count("SELECT count(*) FROM accounts") == 1)
  }

  /// To an address that nobody had, it is good for whoever reads the mail.
  @Test func aLinkToANewAddressSignsInToTheAccountThatCameMeanwhile() throws {
    let server = try ServerHarness(policy: .quick)
    let code = try server.sendLink()
    let kim = try server.signUp()
    #expect(try server.signIn(code: code).localId == kim.localId)
  }

  @Test func aNewPasswordLeavesSignInLinks() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let code = try server.sendLink()
    _ = try server.update(kim.idToken) { $0.password = "another one" }
    #expect(try server.signIn(code: code).localId == kim.localId)
  }

  @Test func theOwnerOfAnAddressTakesOverWhatNobodyVerified() throws {
    let server = try ServerHarness(policy: .quick)
    let eve = try server.signUp(ServerHarness.email, "eve's password")
    let info = try server.sendCode()
    _ = try server.call(
      SignInWithPhoneNumber.self,
      .init(sessionInfo: info, code: server.code(for: info), idToken: eve.idToken))
    try server.send(.verifyAndChangeEmail) {
      $0.idToken = eve.idToken
      $0.newEmail = "eve@example.com"
    }
    let trap = try server.mailedCode("eve@example.com")
    server.clock.advance(1)

    let kim = try server.signInByLink()
    #expect(kim.localId == eve.localId)
    #expect(kim.isNewUser == false)
    let record = try #require(try server.lookup(kim.idToken))
    #expect(record.passwordHash == nil)
    #expect(record.phoneNumber == nil)
    #expect(record.emailVerified == true)
    #expect(refusal { try server.signIn(password: "eve's password") } == "INVALID_LOGIN_CREDENTIALS")
    #expect(refusal { try server.lookup(eve.idToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(eve.refreshToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.apply(trap) } == "INVALID_OOB_CODE")
    #expect(try server.signIn().localId != kim.localId)
    #expect(try server.refresh(kim.refreshToken).userId == kim.localId)
  }

  @Test func aVerifiedAccountKeepsItsMethodsAndSessions() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    try server.verifyEmail(kim.idToken)
    server.clock.advance(1)
    let linked = try server.signInByLink()
    #expect(linked.localId == kim.localId)
    #expect(try server.signIn(password: ServerHarness.password).localId == kim.localId)
    #expect(try server.refresh(kim.refreshToken).userId == kim.localId)
    #expect(try server.lookup(kim.idToken)?.emailLinkSignin == true)
  }

  @Test func theEmulatorPolicyRemovesNothing() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let kim = try server.signUp()
    server.clock.advance(1)
    _ = try server.signInByLink()
    #expect(try server.signIn(password: ServerHarness.password).localId == kim.localId)
    #expect(try server.refresh(kim.refreshToken).userId == kim.localId)
  }

  @Test func aLinkIsAddedToAnAccount() throws {
    let server = try ServerHarness()
    let phone = try server.signIn()
    server.clock.advance(4000)
    let renewed = try server.refresh(phone.refreshToken)
    let linked = try server.signIn(code: try server.sendLink(), idToken: renewed.idToken)
    #expect(linked.localId == phone.localId)
    #expect(linked.isNewUser == false)
    let claims = try claims(of: linked.idToken)
    #expect(claims["phone_number"] == .string(ServerHarness.number))
    #expect(claims["firebase"]?["sign_in_provider"] == "password")
    // Linking is no proof of who is at the keyboard.
    #expect(claims["auth_time"] == 1_800_000_000)
    let record = try server.lookup(linked.idToken)
    #expect(record?.providerUserInfo?.map(\.providerId) == ["phone", "password"])
    #expect(record?.emailVerified == true)
    #expect(try server.refresh(linked.refreshToken).userId == phone.localId)
  }

  @Test func anAnonymousAccountKeepsItsIDWhenLinked() throws {
    let server = try ServerHarness()
    let anonymous = try server.signUp(nil, nil)
    let linked = try server.signIn(code: try server.sendLink(), idToken: anonymous.idToken)
    #expect(linked.localId == anonymous.localId)
    #expect(try claims(of: linked.idToken)["provider_id"] == nil)
    #expect(try server.count("SELECT anonymous FROM accounts") == 0)
  }

  @Test func anAddressOfAnotherAccountIsNotLinked() throws {
    let server = try ServerHarness()
    let kim = try server.signInByLink()
    let phone = try server.signIn()
    let code = try server.sendLink()
    #expect(refusal { try server.signIn(code: code, idToken: phone.idToken) } == "EMAIL_EXISTS")
    // The code still signs in to the account that has the address.
    #expect(try server.signIn(code: code).localId == kim.localId)
  }

  @Test func theProjectDecidesWhoMaySignInByLink() throws {
    let server = try ServerHarness()
    let code = try server.sendLink()
    func set(_ config: JSONValue) throws { _ = try server.setConfig(config) }
    try set(["signIn": ["email": ["passwordRequired": true]]])
    #expect(refusal { try server.signIn(code: code) } == "OPERATION_NOT_ALLOWED")
    #expect(refusal { try server.sendLink() } == "OPERATION_NOT_ALLOWED")
    try set(["signIn": ["email": ["enabled": false, "passwordRequired": false]]])
    #expect(refusal { try server.signIn(code: code) } == "OPERATION_NOT_ALLOWED")
    try set(["signIn": ["email": ["enabled": true]]])
    try set(["client": ["permissions": ["disabledUserSignup": true]]])
    #expect(refusal { try server.signIn(code: code) } == "ADMIN_ONLY_OPERATION")
    try set(["client": ["permissions": ["disabledUserSignup": false]]])
    let kim = try server.signIn(code: code)
    let next = try server.sendLink()
    try server.disable(kim.localId)
    #expect(refusal { try server.signIn(code: next) } == "USER_DISABLED")
    #expect(refusal { try server.lookup(kim.idToken) } == "USER_DISABLED")
  }

  @Test func aDeletedAccountsLinksAreGone() throws {
    let server = try ServerHarness()
    let kim = try server.signInByLink()
    try server.send(.passwordReset, to: ServerHarness.email)
    let code = try server.mailedCode()
    _ = try server.call(DeleteAccount.self, .init(idToken: kim.idToken))
    #expect(
      refusal { try server.call(ResetPassword.self, .init(oobCode: code, newPassword: "new password")) }
        == "INVALID_OOB_CODE")
    #expect(try server.signInByLink().isNewUser == true)
  }
}
