import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct TOTPFactorTests {
  @Test func anAuthenticatorAppIsEnrolledAndAskedFor() throws {
    let server = try ServerHarness(policy: .quick)
    let before = try server.verifiedAccount()
    let session = try server.startTOTPEnrollment(before.idToken)
    var expected = TOTPSession()
    expected.sharedSecretKey = session.sharedSecretKey
    expected.verificationCodeLength = 6
    expected.hashingAlgorithm = "SHA1"
    expected.periodSec = 30
    expected.sessionInfo = session.sessionInfo
    expected.finalizeEnrollmentTime = "2027-01-15T08:15:00.000000Z"
    #expect(session == expected)
    #expect(session.sharedSecretKey?.wholeMatch(of: /[A-Z2-7]{32}/) != nil)
    let app = try TOTP(session)

    server.clock.advance(60)
    let enrolled = try server.finishTOTPEnrollment(before.idToken, session, server.code(of: app))
    #expect(enrolled.totpAuthInfo == EmptyObject())
    let id = try #require(try server.lookup(enrolled.idToken)?.mfaInfo?.first?.mfaEnrollmentId)
    var factor = MFAEnrollment(mfaEnrollmentId: id)
    factor.displayName = "pixel"
    factor.enrolledAt = "2027-01-15T08:01:00.000000Z"
    factor.totpInfo = TOTPInfo()
    #expect(try server.lookup(enrolled.idToken)?.mfaInfo == [factor])
    let firebase: JSONValue = [
      "identities": ["email": ["kim@example.com"]], "second_factor_identifier": .string(id),
      "sign_in_provider": "password", "sign_in_second_factor": "totp",
    ]
    #expect(try claims(of: enrolled.idToken)["firebase"] == firebase)
    #expect(try claims(of: enrolled.idToken)["auth_time"] == 1_800_000_000)
    // Earlier sessions stay, without the factor.
    #expect(
      try claims(of: server.refresh(before.refreshToken).idToken)["firebase"]?["sign_in_second_factor"] == nil
    )

    let (credential, hints) = try server.firstFactor()
    #expect(hints == [factor])
    #expect(
      refusal { try server.startSignIn(credential, id) } == "INVALID_PHONE_NUMBER : Invalid format.")
    server.clock.advance(30)
    let answer = try server.finishSignIn(credential, totp: server.code(of: app), of: id)
    #expect(try claims(of: answer.idToken)["firebase"] == firebase)
    #expect(try claims(of: server.refresh(answer.refreshToken).idToken)["firebase"] == firebase)
    #expect(try server.lookup(answer.idToken)?.lastLoginAt == "1800000090000")
  }

  @Test(arguments: [7, 8])
  func codesMayBeLongerAndAnAppKeepsItsLength(digits: Int) throws {
    let server = try ServerHarness(policy: .quick.with { $0.totpCodeLength = digits })
    let kim = try server.verifiedAccount()
    let session = try server.startTOTPEnrollment(kim.idToken)
    #expect(session.verificationCodeLength == digits)
    let app = try TOTP(session)
    let cut = String(server.code(of: app).suffix(6))
    #expect(refusal { try server.finishTOTPEnrollment(kim.idToken, session, cut) } == "INVALID_CODE")
    // Whatever a policy says later is for new apps.
    let next = try server.reopened(policy: .quick)
    _ = try next.finishTOTPEnrollment(kim.idToken, session, next.code(of: app))
    next.clock.advance(30)
    let (credential, hints) = try next.firstFactor()
    let factor = hints.first?.mfaEnrollmentId
    let short = String(next.code(of: app).suffix(6))
    #expect(refusal { try next.finishSignIn(credential, totp: short, of: factor) } == "INVALID_CODE")
    #expect(try next.finishSignIn(credential, totp: next.code(of: app), of: factor).idToken != nil)
  }

  @Test func theWindowIsTheProjectsAndEachStepIsTakenOnce() throws {
    let server = try ServerHarness(policy: .quick.with { $0.failuresPerBackOff = 100 })
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    server.clock.advance(3000)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    func finish(_ step: Int64, on other: ServerHarness? = nil) -> String? {
      refusal {
        try (other ?? server).finishSignIn(credential, totp: server.code(of: app, step: step), of: id)
      }
    }
    #expect(finish(-6) == "INVALID_CODE")
    #expect(finish(6) == "INVALID_CODE")
    #expect(finish(-5) == nil)
    #expect(finish(-5) == "INVALID_CODE")
    #expect(finish(0) == nil)
    // A later step retires the earlier ones, also for the next process.
    #expect(finish(-1) == "INVALID_CODE")
    let next = try server.reopened(policy: .quick)
    #expect(finish(0, on: next) == "INVALID_CODE")
    #expect(finish(5, on: next) == nil)
    #expect(finish(5) == "INVALID_CODE")
    server.clock.advance(30)
    #expect(finish(4) == "INVALID_CODE")
    #expect(finish(5) == nil)
    // A clock set back brings none of them back.
    server.clock.advance(-30)
    #expect(finish(5) == "INVALID_CODE")

    _ = try server.setConfig([
      "mfa": ["providerConfigs": [["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 0]]]]
    ])
    server.clock.advance(210)
    #expect(finish(1) == "INVALID_CODE")
    #expect(finish(-1) == "INVALID_CODE")
    #expect(finish(0) == nil)
  }

  @Test func aClockThatWasAheadClosesNoAuthenticatorApp() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    func signIn(_ code: (ServerHarness) throws -> String) -> String? {
      refusal {
        let (credential, hints) = try server.firstFactor()
        return try server.finishSignIn(credential, totp: code(server), of: hints.first?.mfaEnrollmentId)
      }
    }
    server.clock.advance(7200)
    for _ in 1...5 { #expect(signIn { $0.wrongCode(of: app) } == "INVALID_CODE") }
    #expect(signIn { $0.code(of: app) } == "QUOTA_EXCEEDED")
    server.clock.advance(-7080)
    #expect(signIn { $0.code(of: app) } == "QUOTA_EXCEEDED")
    server.clock.advance(30)
    #expect(signIn { $0.code(of: app) } == nil)
  }

  @Test func theEnrollmentsOwnCodeIsSpent() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    #expect(
      refusal { try server.finishSignIn(credential, totp: server.code(of: app), of: id) } == "INVALID_CODE")
    #expect(
      refusal { try server.finishSignIn(credential, totp: server.code(of: app, step: 1), of: id) } == nil)
  }

  @Test func whatIsMissingOrMalformedIsNamed() throws {
    let server = try ServerHarness(policy: .quick.with { $0.failuresPerBackOff = 100 })
    let kim = try server.verifiedAccount()
    let session = try server.startTOTPEnrollment(kim.idToken)
    let app = try TOTP(session)
    func finish(_ code: String?, name: String? = "pixel") -> String? {
      refusal { try server.finishTOTPEnrollment(kim.idToken, session, code, name: name) }
    }
    let unclear = "Request contains an invalid argument."
    let nameless = "MISSING_DISPLAY_NAME : display name cannot be empty"
    #expect(finish("") == unclear)
    #expect(finish(server.code(of: app), name: "") == nameless)
    #expect(finish(nil, name: nil) == nameless)
    for info in [nil, "x"] {
      var foreign = session
      foreign.sessionInfo = info
      #expect(
        refusal { try server.finishTOTPEnrollment(kim.idToken, foreign, nil, name: nil) }
          == "INVALID_SESSION_INFO")
    }
    #expect(finish(server.code(of: app)) == nil)
    #expect(finish(server.code(of: app)) == "MFA_ENROLLMENT_ALREADY_COMPLETE")
    server.clock.advance(30)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    func signIn(_ code: String?, _ id: String?) -> String? {
      refusal { try server.finishSignIn(credential, totp: code, of: id) }
    }
    let right = server.code(of: app)
    #expect(signIn(right, nil) == unclear)
    #expect(signIn(nil, id) == unclear)
    #expect(refusal { try server.finishSignIn(nil, totp: right, of: id) } == unclear)
    #expect(signIn(right, "x") == "INVALID_MFA_ENROLLMENT_ID")
    let other = right.unicodeScalars.map { String(UnicodeScalar($0.value - 48 + 0x660) ?? " ") }.joined()
    for code in [" " + right, right + "0", String(right.dropLast()), other, "abcdef"] {
      #expect(signIn(code, id) == "INVALID_CODE", "\(code)")
    }
    #expect(signIn(right, id) == nil)
  }

  /// The right code is a try like the others.
  @Test func anEnrollmentThatTookAllItsTriesIsNotCalledComplete() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let session = try server.startTOTPEnrollment(kim.idToken)
    let app = try TOTP(session)
    func finish(_ code: String) -> String? {
      refusal { try server.finishTOTPEnrollment(kim.idToken, session, code) }
    }
    for _ in 1...2 { #expect(finish(server.wrongCode(of: app)) == "INVALID_CODE") }
    #expect(finish(server.code(of: app)) == nil)
    #expect(finish(server.code(of: app, step: 1)) == "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment")
  }

  /// The service counts wrong codes before a right one, too.
  @Test func aRightCodeForgetsTheWrongOnesBefore() throws {
    let server = try ServerHarness(policy: .quick)
    let app = try server.enrollTOTP(server.verifiedAccount().idToken)
    server.clock.advance(3000)
    let (credential, hints) = try server.firstFactor()
    func finish(_ code: String) -> String? {
      refusal { try server.finishSignIn(credential, totp: code, of: hints.first?.mfaEnrollmentId) }
    }
    for step in -1...1 {
      for _ in 1...4 { #expect(finish(server.wrongCode(of: app)) == "INVALID_CODE") }
      #expect(finish(server.code(of: app, step: Int64(step))) == nil)
    }
  }

  @Test func anEnrollmentHasThreeTriesAndAQuarterOfAnHour() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    var session = try server.startTOTPEnrollment(kim.idToken)
    var app = try TOTP(session)
    func finish(_ code: String) -> String? {
      refusal { [session] in try server.finishTOTPEnrollment(kim.idToken, session, code) }
    }
    for _ in 1...3 { #expect(finish(server.wrongCode(of: app)) == "INVALID_CODE") }
    let over = "TOO_MANY_ENROLLMENT_ATTEMPTS : restart enrollment"
    #expect(finish(server.code(of: app)) == over)
    let next = try server.reopened(policy: .quick)
    #expect(
      refusal { try next.finishTOTPEnrollment(kim.idToken, session, next.code(of: app)) } == over)

    session = try server.startTOTPEnrollment(kim.idToken)
    app = try TOTP(session)
    server.clock.advance(901)
    #expect(finish(server.code(of: app)) == "SESSION_EXPIRED")
    #expect(
      refusal { try server.startTOTPEnrollment(kim.idToken) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    // A start is what needs a recent sign-in, not the end.
    let fresh = try server.signIn(password: ServerHarness.password)
    session = try server.startTOTPEnrollment(fresh.idToken)
    server.clock.advance(899)
    app = try TOTP(session)
    _ = try server.finishTOTPEnrollment(fresh.idToken, session, server.code(of: app))
    #expect(try server.count("SELECT count(*) FROM totp_enrollments WHERE totp_secret IS NULL") == 1)

    let lenient = try ServerHarness(policy: .quickEmulator)
    let lee = try lenient.verifiedAccount()
    lenient.clock.advance(3000)
    #expect(refusal { try lenient.startTOTPEnrollment(lee.idToken) } == nil)
  }
}
