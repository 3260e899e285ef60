import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// The mail after an enrollment, and what administrators may change.
@Suite struct SecondFactorMailTests {
  @Test func theMailTakesTheFactorOffAndEndsEverySession() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let enrolled = try server.enrollPhone(kim.idToken)
    let mail = try #require(try server.mails(to: ServerHarness.email).last)
    let code = try #require(mail.code)
    #expect(mail.subject == "A second factor was added to your demo-test account")
    #expect(
      mail.text == """
        Hello,

        A second factor was added to your demo-test account kim@example.com. If that was not you, follow \
        this link to remove it:

        \(mail.link ?? "")

        If you added it yourself, you can ignore this message.

        Thanks,
        Your demo-test team
        """)
    #expect(mail.link?.contains("?mode=revertSecondFactorAddition&lang=en&oobCode=\(code)&") == true)
    #expect(try server.call(OobCodes.self, .init()).oobCodes.last?.requestType == .revertSecondFactorAddition)

    let found = try server.call(ResetPassword.self, .init(oobCode: code))
    var factor = try #require(try server.lookup(enrolled.idToken)?.mfaInfo?.first)
    factor.phoneInfo = ServerHarness.mask
    factor.unobfuscatedPhoneInfo = nil
    var expected = ResetPassword.Response(
      email: ServerHarness.email, requestType: .revertSecondFactorAddition)
    expected.mfaInfo = factor
    #expect(found == expected)
    #expect(
      refusal { try server.call(ResetPassword.self, .init(oobCode: code, newPassword: "another horse")) }
        == "INVALID_OOB_CODE")
    #expect(
      refusal { try server.send(.revertSecondFactorAddition, to: ServerHarness.email) } == "INVALID_REQ_TYPE")

    server.clock.advance(60)
    #expect(try server.apply(code).localId == kim.localId)
    #expect(refusal { try server.refresh(enrolled.refreshToken) } == "TOKEN_EXPIRED")
    let session = try server.signIn(password: ServerHarness.password)
    #expect(try server.lookup(session.idToken)?.mfaInfo == nil)
    #expect(refusal { try server.apply(code) } == "INVALID_OOB_CODE")
  }

  @Test func noOneWhoGotInEndsTheWayBack() throws {
    let server = try ServerHarness(policy: .quick.with { $0.enumerationProtection = false })
    let kim = try server.verifiedAccount()
    var token = try server.enrollPhone(kim.idToken).idToken
    let first = try server.mailedCode()
    // Another factor, another password, another address.
    token = try server.enrollPhone(token, "+14155550188").idToken
    token = try server.update(token) { $0.password = "another horse" }.idToken
    token = try server.update(token) { $0.email = "eve@example.com" }.idToken
    _ = try server.apply(server.mailedCode())
    #expect(refusal { try server.apply(first) } == nil)
    let hints = try server.signIn(password: "another horse").mfaInfo
    #expect(hints?.map(\.phoneInfo) == ["+1******0188"])
    // A factor that its owner took off cannot come back into question.
    let lee = try server.verifiedAccount("lee@example.com")
    let enrolled = try server.enrollPhone(lee.idToken)
    let code = try server.mailedCode("lee@example.com")
    let id = try server.lookup(enrolled.idToken)?.mfaInfo?.first?.mfaEnrollmentId
    _ = try server.withdraw(enrolled.idToken, id)
    #expect(refusal { try server.apply(code) } == "INVALID_OOB_CODE")
  }

  @Test func thePageTakesTheFactorOff() throws {
    let server = try ServerHarness(policy: .quick)
    try server.enrollTOTP(server.verifiedAccount().idToken)
    let code = try server.mailedCode()
    func open() throws -> (Int, JSONValue) {
      let response = try server.send(
        .get, "/emulator/action",
        query: [
          QueryItem("mode", "revertSecondFactorAddition"), QueryItem("oobCode", code),
          QueryItem("apiKey", "k"),
        ])
      return (response.status, try JSONValue(parsing: response.body))
    }
    let (status, page) = try open()
    #expect(status == 200)
    #expect(
      page == [
        "authEmulator": ["email": "kim@example.com", "success": "The second factor has been removed."]
      ])
    #expect(try server.signIn(password: ServerHarness.password).idToken != nil)
    let (again, used) = try open()
    #expect(again == 400)
    #expect(
      used == [
        "authEmulator": [
          "error": "Your request to remove the second factor has expired or the link has already been used.",
          "instructions": "Sign in and look at your second factors.",
        ]
      ])
  }

  @Test(arguments: [
    ("es-419", "Se ha añadido un segundo factor a tu cuenta de demo-test"),
    ("vi", "Yếu tố xác thực thứ hai đã được thêm vào tài khoản demo-test của bạn"),
    ("zh-Hans", "您的 demo-test 账号已添加第二重验证"),
  ])
  func theMailIsInTheLanguageAskedFor(locale: String, subject: String) throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let info = try server.startPhoneEnrollment(kim.idToken)
    var request = FinalizeMFAEnrollment.Request(idToken: kim.idToken)
    request.phoneVerificationInfo = .init(sessionInfo: info, code: try server.code(for: info))
    _ = try server.call(FinalizeMFAEnrollment.self, request, headers: ["X-Firebase-Locale": locale])
    #expect(try server.mails().last?.subject == subject)
  }

  @Test func administratorsSetFactors() throws {
    let server = try ServerHarness(policy: .quick)
    var work = MFAEnrollment(mfaEnrollmentId: nil)
    (work.phoneInfo, work.displayName) = (ServerHarness.factorNumber, "work")
    var new = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    new.mfaInfo = [work]
    #expect(refusal { try server.call(SignUp.self, new) } == "INSUFFICIENT_PERMISSION")
    let uid = try server.call(SignUp.self, new, asOwner: true).localId
    #expect(try server.firstFactor().hints.map(\.phoneInfo) == [ServerHarness.mask])
    func factors() throws -> [MFAEnrollment] {
      try server.call(Lookup.self, .init(localId: [uid ?? ""]), asOwner: true).users?.first?.mfaInfo ?? []
    }
    func set(_ enrollments: [MFAEnrollment]) -> String? {
      refusal {
        try server.update(asOwner: true) { ($0.localId, $0.mfa) = (uid, .init(enrollments: enrollments)) }
      }
    }
    let stored = try #require(try factors().first)
    #expect(stored.phoneInfo == ServerHarness.factorNumber)
    // One that stays keeps its time; the other is new.
    server.clock.advance(60)
    var renamed = stored
    renamed.displayName = "home"
    var other = MFAEnrollment(mfaEnrollmentId: "chosen")
    other.phoneInfo = "+14155550188"
    #expect(set([renamed, other]) == nil)
    other.enrolledAt = "2027-01-15T08:01:00.000000Z"
    #expect(try factors() == [renamed, other])

    var app = MFAEnrollment(mfaEnrollmentId: "a")
    app.totpInfo = TOTPInfo()
    #expect(set([app]) == "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment")
    #expect(set([MFAEnrollment(mfaEnrollmentId: "b")]) == "UNSUPPORTED_SECOND_FACTOR")
    #expect(set([other, other]) == "DUPLICATE_MFA_ENROLLMENT_ID")
    #expect(set([work, work]) == "SECOND_FACTOR_EXISTS")
    var bad = work
    bad.phoneInfo = "4155550188"
    #expect(set([bad]) == "INVALID_PHONE_NUMBER : Invalid format.")
    #expect(
      set(
        (1...6).map {
          var factor = work; factor.phoneInfo = "+1415555010\($0)"; return factor
        })
        == "SECOND_FACTOR_LIMIT_EXCEEDED")
    #expect(try factors() == [renamed, other])
    #expect(set([]) == nil)
    #expect(try factors() == [])

    let session = try server.signIn(password: ServerHarness.password)
    #expect(
      refusal { try server.update(session.idToken) { $0.mfa = .init(enrollments: []) } }
        == "INSUFFICIENT_PERMISSION")
    try server.update(asOwner: true) { ($0.localId, $0.emailVerified) = (uid, true) }
    let authenticator = try server.enrollTOTP(session.idToken)
    var kept = try #require(try factors().first)
    kept.displayName = "renamed"
    #expect(set([kept]) == nil)
    #expect(try factors() == [kept])
    server.clock.advance(30)
    let (credential, _) = try server.firstFactor()
    #expect(
      refusal {
        try server.finishSignIn(credential, totp: server.code(of: authenticator), of: kept.mfaEnrollmentId)
      } == nil)
  }
}
