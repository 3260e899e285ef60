import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What becomes of mailed codes when the account changes, and who gets one at all.
@Suite struct MailedCodeTests {
  private func reset(_ server: ServerHarness, _ code: String, _ password: String?) -> String? {
    refusal { try server.call(ResetPassword.self, .init(oobCode: code, newPassword: password)) }
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func codesSurviveANewPassword(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email)
    let code = try server.mailedCode()
    try server.send(.verifyAndChangeEmail) { ($0.idToken, $0.newEmail) = (kim.idToken, "eve@example.com") }
    let change = try server.mailedCode("eve@example.com")
    server.clock.advance(1)
    _ = try server.update(kim.idToken) { $0.password = "another one" }
    // Who knew the old password may have asked for another address.
    #expect(refusal { try server.apply(change) } == "INVALID_OOB_CODE")
    #expect(reset(server, code, "a third one") == nil)
    #expect(reset(server, code, "a fourth one") == "INVALID_OOB_CODE")
  }

  @Test(arguments: [Policy.quick.with { $0.enumerationProtection = false }, .quickEmulator])
  func codesAboutAnEarlierAddressAreListedAndChangeNothing(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email)
    let password = try server.mailedCode()
    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    let address = try server.mailedCode()
    server.clock.advance(1)
    _ = try server.update(kim.idToken) { $0.email = "new@example.com" }
    #expect(reset(server, password, nil) == nil)
    let isStrict = policy.serviceAnswers
    #expect(
      reset(server, password, "eve's password") == (isStrict ? "USER_NOT_FOUND" : "INVALID_OOB_CODE"))
    #expect(refusal { try server.apply(address) } == (isStrict ? "EMAIL_NOT_FOUND" : "INVALID_OOB_CODE"))
    #expect(
      try server.call(OobCodes.self, .init()).oobCodes.map(\.requestType)
        == (isStrict ? [.passwordReset, .verifyEmail, .recoverEmail] : [.passwordReset, .recoverEmail]))
  }

  /// A person's own change ends such a link, because an intruder may have asked for it.
  @Test(arguments: [true, false])
  func aLinkToANewAddressIsGoodAfterAnAdministratorsChange(isByAdministrator: Bool) throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signUp()
    try server.send(.verifyAndChangeEmail) { ($0.idToken, $0.newEmail) = (kim.idToken, "new@example.com") }
    let change = try server.mailedCode("new@example.com")
    server.clock.advance(1)
    if isByAdministrator {
      try server.update(asOwner: true) { ($0.localId, $0.email) = (kim.localId, "meanwhile@example.com") }
      #expect(try server.apply(change).email == "new@example.com")
      #expect(try server.account(kim.localId ?? "")?.email == "new@example.com")
    } else {
      try server.update(kim.idToken) { $0.email = "meanwhile@example.com" }
      #expect(refusal { try server.apply(change) } == "EMAIL_NOT_FOUND")
      #expect(try server.account(kim.localId ?? "")?.email == "meanwhile@example.com")
    }
  }

  /// Such a link may be an intruder's, and the user's own change has ended it.
  @Test func anAdministratorsChangeRevivesNoLinkToANewAddress() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.signUp()
    try server.send(.verifyAndChangeEmail) { ($0.idToken, $0.newEmail) = (kim.idToken, "new@example.com") }
    let change = try server.mailedCode("new@example.com")
    server.clock.advance(1)
    try server.update(kim.idToken) { $0.email = "own@example.com" }
    try server.update(asOwner: true) { ($0.localId, $0.email) = (kim.localId, "meanwhile@example.com") }
    #expect(refusal { try server.apply(change) } == "EMAIL_NOT_FOUND")
    #expect(try server.account(kim.localId ?? "")?.email == "meanwhile@example.com")
  }

  @Test func aResetWhileDisabledEndsTheCode() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signUp()
    try server.send(.passwordReset, to: ServerHarness.email)
    let code = try server.mailedCode()
    #expect(reset(server, code, "") == "WEAK_PASSWORD")
    try server.disable(kim.localId)
    #expect(reset(server, code, "another one") == "USER_DISABLED")
    try server.update(asOwner: true) { ($0.localId, $0.disableUser) = (kim.localId, false) }
    #expect(reset(server, code, "another one") == "INVALID_OOB_CODE")
    let emulator = try ServerHarness(policy: .quickEmulator)
    try emulator.signUp()
    try emulator.send(.passwordReset, to: ServerHarness.email)
    #expect(reset(emulator, try emulator.mailedCode(), "") == nil)
  }

  @Test func whatCouldSignNobodyInIsNotSent() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.signInByLink()
    let phone = try server.signIn()
    _ = try server.setConfig(["client": ["permissions": ["disabledUserSignup": true]]])
    #expect(refusal { try server.sendLink(to: "new@example.com") } == "ADMIN_ONLY_OPERATION")
    #expect(
      refusal { try server.send(.emailSignIn, to: "new@example.com", asOwner: true) }
        == "ADMIN_ONLY_OPERATION")
    #expect(refusal { try server.sendLink() } == nil)
    #expect(refusal { try server.sendCode(to: "+14155550199") } == "ADMIN_ONLY_OPERATION")
    #expect(refusal { try server.sendCode() } == nil)
    try server.disable(kim.localId)
    #expect(refusal { try server.sendLink() } == "USER_DISABLED")
    // That the account has second factors, who has the code finds out.
    try server.update(asOwner: true) {
      $0.localId = phone.localId
      var factor = MFAEnrollment(mfaEnrollmentId: nil)
      factor.phoneInfo = "+14155550177"
      $0.mfa = .init(enrollments: [factor])
    }
    #expect(refusal { try server.sendCode() } == nil)

    let emulator = try ServerHarness(policy: .quickEmulator)
    let lee = try emulator.signIn()
    var factor = MFAEnrollment(mfaEnrollmentId: "f1")
    factor.phoneInfo = "+14155550177"
    try emulator.update(asOwner: true) {
      ($0.localId, $0.mfa) = (lee.localId, .init(enrollments: [factor]))
    }
    #expect(
      refusal { try emulator.sendCode() }
        == "UNSUPPORTED_FIRST_FACTOR : A phone number cannot be set as a first factor on an SMS based MFA user."
    )
  }

  /// Under privacy an administrator learns no more than anybody.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func anAdministratorGetsNoLinkThatIsForNothing(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    _ = try server.setConfig(["emailPrivacyConfig": ["enableImprovedEmailPrivacy": true]])
    let kim = try server.signUp()
    try server.signUp("lee@example.com")
    func link(_ type: OobRequestType, _ email: String?, to newEmail: String? = nil) throws -> [String?] {
      let answer = try server.send(type, to: email, asOwner: true) {
        ($0.returnOobLink, $0.newEmail) = (true, newEmail)
      }
      return [answer.email, answer.oobCode, answer.oobLink]
    }
    #expect(try link(.passwordReset, "nobody@example.com") == ["nobody@example.com", nil, nil])
    for taken in ["lee@example.com", ServerHarness.email] {
      #expect(
        try link(.verifyAndChangeEmail, ServerHarness.email, to: taken) == [ServerHarness.email, nil, nil])
    }
    #expect(try server.call(OobCodes.self, .init()).oobCodes == [])
    _ = try server.setConfig(["signIn": ["email": ["enabled": false]]], mask: "signIn.email.enabled")
    #expect(try link(.passwordReset, ServerHarness.email)[1] != nil)
    let byToken = refusal {
      try server.send(.verifyEmail, asOwner: true) { ($0.returnOobLink, $0.idToken) = (true, kim.idToken) }
    }
    #expect(byToken == nil)
  }

  @Test func anAdministratorsNewAddressStaysVerified() throws {
    func change(_ policy: Policy) throws -> [String?] {
      let server = try ServerHarness(policy: policy)
      let kim = try server.signInByLink()
      let sent = try server.mails().count
      let changed = try server.update(asOwner: true) {
        ($0.localId, $0.email) = (kim.localId, "new@example.com")
      }
      let record = try server.call(Lookup.self, .init(localId: [kim.localId ?? ""]), asOwner: true).users?
        .first
      return [
        changed.newEmail, record?.initialEmail, "\(record?.emailVerified ?? false)",
        "\(try server.mails().count - sent)",
      ]
    }
    #expect(try change(.quick) == [nil, nil, "true", "0"])
    #expect(try change(.quickEmulator) == ["new@example.com", ServerHarness.email, "false", "1"])
  }
}
