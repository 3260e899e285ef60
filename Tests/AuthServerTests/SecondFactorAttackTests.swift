import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

/// What somebody gets who has the first factor alone, or another account's second.
@Suite struct SecondFactorAttackTests {
  @Test func aSessionDoesOnlyWhatItWasMadeFor() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let token = try server.enrollPhone(kim.idToken).idToken
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    let enrolling = try server.startPhoneEnrollment(token, "+14155550188")
    let challenge = try server.startSignIn(credential, id)
    let signIn = try server.sendCode(to: ServerHarness.factorNumber)
    let code = { info in try server.code(for: info) }
    for info in [enrolling, challenge] {
      #expect(refusal { try server.confirm(info, code: code(info)) } == "INVALID_SESSION_INFO")
      #expect(
        refusal {
          try server.call(
            SignInWithPhoneNumber.self, .init(sessionInfo: info, code: code(info), idToken: kim.idToken))
        } != nil)
    }
    for info in [signIn, enrolling] {
      #expect(refusal { try server.finishSignIn(credential, info, code(info)) } == "INVALID_SESSION_INFO")
    }
    for info in [signIn, challenge] {
      #expect(refusal { try server.finishPhoneEnrollment(token, info, code(info)) } == "INVALID_SESSION_INFO")
    }
    let totp = try server.startTOTPEnrollment(token)
    #expect(
      refusal { try server.finishPhoneEnrollment(token, totp.sessionInfo, "000000") }
        == "INVALID_SESSION_INFO")
    #expect(refusal { try server.confirm(totp.sessionInfo ?? "", code: "000000") } == "INVALID_SESSION_INFO")
    var swapped = totp
    swapped.sessionInfo = enrolling
    #expect(
      refusal { try server.finishTOTPEnrollment(token, swapped, code(enrolling)) } == "INVALID_SESSION_INFO")
    // None of that used anything up.
    #expect(refusal { try server.finishSignIn(credential, challenge, code(challenge)) } == nil)
    #expect(refusal { try server.finishPhoneEnrollment(token, enrolling, code(enrolling)) } == nil)
  }

  @Test func nothingOfAnotherAccountOrFactorCounts() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let eve = try server.verifiedAccount("eve@example.com")
    // Eve's enrollment is not Kim's, nor the other way round.
    let mine = try server.startPhoneEnrollment(kim.idToken)
    #expect(
      refusal { try server.finishPhoneEnrollment(eve.idToken, mine, server.code(for: mine)) }
        == "INVALID_SESSION_INFO")
    let app = try server.startTOTPEnrollment(kim.idToken)
    #expect(
      refusal { try server.finishTOTPEnrollment(eve.idToken, app, server.code(of: TOTP(app))) }
        == "INVALID_SESSION_INFO")
    var token = try server.finishPhoneEnrollment(kim.idToken, mine, server.code(for: mine)).idToken
    token = try server.enrollPhone(token, "+14155550188").idToken
    try server.enrollPhone(eve.idToken)
    let kims = try server.firstFactor()
    let eves = try server.firstFactor("eve@example.com")
    let (first, second) = (kims.hints[0].mfaEnrollmentId, kims.hints[1].mfaEnrollmentId)
    #expect(
      refusal { try server.startSignIn(kims.credential, eves.hints[0].mfaEnrollmentId) }
        == "MFA_ENROLLMENT_NOT_FOUND")
    #expect(
      refusal { try server.withdraw(token, eves.hints[0].mfaEnrollmentId) } == "MFA_ENROLLMENT_NOT_FOUND")
    // The same number, but the other account's session.
    let info = try server.startSignIn(eves.credential, eves.hints[0].mfaEnrollmentId)
    let code = try server.code(for: info)
    #expect(refusal { try server.finishSignIn(kims.credential, info, code) } == "INVALID_SESSION_INFO")
    #expect(refusal { try server.finishSignIn(eves.credential, info, code) } == nil)
    // The other factor's session, where the client says which it means.
    let other = try server.startSignIn(kims.credential, first)
    let otherCode = try server.code(for: other)
    #expect(
      refusal { try server.finishSignIn(kims.credential, other, otherCode, factor: second) }
        == "INVALID_SESSION_INFO")
    #expect(refusal { try server.finishSignIn(kims.credential, other, otherCode, factor: first) } == nil)
    // Another project knows none of it.
    let elsewhere = try ServerHarness(
      policy: .quick, project: "demo-other", folder: server.folder, clock: server.clock, seed: 77)
    #expect(refusal { try elsewhere.startSignIn(kims.credential, first) } == "INVALID_PENDING_TOKEN")
  }

  @Test func aPendingCredentialAgesAndEndsWithTheSessions() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    try server.enrollPhone(kim.idToken)
    var (credential, hints) = try server.firstFactor()
    let (totp, phone) = (hints[0].mfaEnrollmentId, hints[1].mfaEnrollmentId)
    func sms() -> String? {
      refusal {
        let info = try server.startSignIn(credential, phone)
        return try server.finishSignIn(credential, info, server.code(for: info))
      }
    }
    func code() -> String? {
      refusal { try server.finishSignIn(credential, totp: server.code(of: app), of: totp) }
    }
    let info = try server.startSignIn(credential, phone)
    server.clock.advance(300)
    // It is good for as many sign-ins as fit into its time.
    #expect([code(), sms(), sms()] == [nil, nil, nil])
    server.clock.advance(30)
    #expect(code() == "TOTP_CHALLENGE_TIMEOUT : TOTP challenge timeout, provide first factor again.")
    server.clock.advance(270)
    #expect(sms() == nil)
    server.clock.advance(1)
    let expired = "INVALID_MFA_PENDING_CREDENTIAL : MFA pending credential is expired."
    #expect(sms() == expired)
    #expect(refusal { try server.finishSignIn(credential, info, "000000") } == expired)
    (credential, hints) = try server.firstFactor()
    server.clock.advance(-120)
    #expect(sms() == expired)
    server.clock.advance(120)
    #expect(sms() == nil)

    // What ends the account's sessions ends it.
    server.clock.advance(30)
    try server.update(asOwner: true) { ($0.localId, $0.disableUser) = (kim.localId, true) }
    #expect([sms(), code()] == ["USER_DISABLED", "USER_DISABLED"])
    try server.update(asOwner: true) { ($0.localId, $0.disableUser) = (kim.localId, false) }
    server.clock.advance(1)
    try server.update(asOwner: true) { ($0.localId, $0.password) = (kim.localId, "another horse") }
    #expect([sms(), code()] == ["INVALID_MFA_PENDING_CREDENTIAL", "INVALID_MFA_PENDING_CREDENTIAL"])
    credential = try #require(try server.signIn(password: "another horse").mfaPendingCredential)
    _ = try server.call(DeleteAccount.self, .init(localId: kim.localId), project: "demo-test", asOwner: true)
    #expect([sms(), code()] == ["USER_NOT_FOUND", "USER_NOT_FOUND"])
    #expect(try server.count("SELECT count(*) FROM second_factors") == 0)
  }

  @Test func theFirstFactorAloneOpensNothing() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let enrolled = try server.enrollPhone(kim.idToken)
    let sessions = try server.count("SELECT count(*) FROM refresh_tokens")
    let (credential, hints) = try server.firstFactor()
    #expect(refusal { try server.refresh(credential) } == "INVALID_REFRESH_TOKEN")
    #expect(refusal { try server.lookup(credential) } == "INVALID_ID_TOKEN")
    #expect(refusal { try server.startPhoneEnrollment(credential) } == "INVALID_ID_TOKEN")
    #expect(refusal { try server.withdraw(credential, hints[0].mfaEnrollmentId) } == "INVALID_ID_TOKEN")
    #expect(refusal { try server.update(credential) { $0.password = "another horse" } } == "INVALID_ID_TOKEN")
    // Nor does a token of the enrolled session, or a credential that IdPs get.
    #expect(
      refusal { try server.startSignIn(enrolled.refreshToken, hints[0].mfaEnrollmentId) }
        == "INVALID_PENDING_TOKEN")
    // The mailbox gives a new password, and the same question.
    try server.send(.passwordReset, to: ServerHarness.email)
    _ = try server.call(
      ResetPassword.self, .init(oobCode: server.mailedCode(), newPassword: "another horse"))
    let again = try server.signIn(password: "another horse")
    #expect(again.mfaInfo == hints)
    #expect(again.idToken == nil)
    // And no identity that it vouches for becomes a way in for good.
    let claims: JSONValue = ["sub": "eve", "email": .string(ServerHarness.email), "email_verified": true]
    let idp = try server.call(
      SignInWithIdp.self,
      .init(
        postBody: FormEncoding.encode([
          QueryItem("providerId", "google.com"), QueryItem("id_token", claims.text),
        ])))
    #expect(idp.mfaInfo == hints)
    let record = try server.call(Lookup.self, .init(localId: [kim.localId ?? ""]), asOwner: true).users?.first
    #expect(record?.providerUserInfo?.map(\.providerId) == ["password"])
    #expect(record?.lastLoginAt == "1800000000000")
    #expect(try server.count("SELECT count(*) FROM refresh_tokens") == sessions)
  }

  @Test func noCredentialIsStoredAsItIs() throws {
    let server = try ServerHarness(policy: .quick)
    try server.enrollPhone(server.verifiedAccount().idToken)
    let credential = try server.firstFactor().credential
    for name in ["local.db", "local.db-wal"] {
      let bytes = try Data(contentsOf: URL(filePath: server.folder.path(of: name)))
      #expect(bytes.firstRange(of: Data(credential.utf8)) == nil)
    }
  }

  @Test func pendingRowsArePurgedAsNewOnesCome() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    for _ in 1...4 { _ = try server.startTOTPEnrollment(kim.idToken) }
    try server.enrollTOTP(kim.idToken)
    for _ in 1...6 { _ = try server.firstFactor() }
    server.clock.advance(90_000)
    for _ in 1...4 { _ = try server.firstFactor() }
    #expect(try server.count("SELECT count(*) FROM pending_sign_ins") == 4)
    let lee = try server.verifiedAccount("lee@example.com")
    for _ in 1...3 { _ = try server.startTOTPEnrollment(lee.idToken) }
    #expect(try server.count("SELECT count(*) FROM totp_enrollments") == 3)
    _ = try server.call(ClearAccounts.self, .init())
    #expect(try server.count("SELECT count(*) FROM totp_enrollments") == 0)
    #expect(try server.count("SELECT count(*) FROM pending_sign_ins") == 0)
  }

  /// What each of 64 threads guesses at one code; `USHER_LONG_CHECKS` makes it 10 000 together.
  private static let guesses = Size.of(10, long: 157)

  /// The answers to so many wrong guesses at once.
  private func crowd(_ guess: @escaping @Sendable () -> String?) -> [String: Int] {
    let answers = Mutex<[String: Int]>([:])
    inThreads(64) {
      for _ in 1...Self.guesses {
        let answer = guess() ?? "signed in"
        answers.withLock { $0[answer, default: 0] += 1 }
      }
    }
    return answers.withLock { $0 }
  }

  private static let rest = guesses * 64 - 5

  @Test func aCrowdGetsFiveGuessesAtAnSMS() throws {
    let server = try ServerHarness(policy: .quick)
    try server.enrollPhone(server.verifiedAccount().idToken)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    let info = try server.startSignIn(credential, id)
    let (right, wrong) = (try server.code(for: info), try server.wrongCode(for: info))
    let answers = crowd { refusal { try server.finishSignIn(credential, info, wrong) } }
    #expect(answers == ["INVALID_CODE": 5, "TOO_MANY_ATTEMPTS_TRY_LATER": Self.rest])
    for server in [server, try server.reopened(policy: .quick)] {
      #expect(
        refusal { try server.finishSignIn(credential, info, right) } == "TOO_MANY_ATTEMPTS_TRY_LATER")
      #expect(refusal { try server.startSignIn(credential, id) } == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }
    server.clock.advance(31)
    // The code itself is over; another one can be asked for.
    #expect(refusal { try server.finishSignIn(credential, info, right) } == "TOO_MANY_ATTEMPTS_TRY_LATER")
    let next = try server.startSignIn(credential, id)
    #expect(refusal { try server.finishSignIn(credential, next, server.code(for: next)) } == nil)
  }

  @Test func aCrowdGetsFiveGuessesAtAnApp() throws {
    let server = try ServerHarness(policy: .quick)
    let app = try server.enrollTOTP(server.verifiedAccount().idToken)
    server.clock.advance(30)
    let (credential, hints) = try server.firstFactor()
    let id = hints.first?.mfaEnrollmentId
    let (right, wrong) = (server.code(of: app), server.wrongCode(of: app))
    let answers = crowd { refusal { try server.finishSignIn(credential, totp: wrong, of: id) } }
    #expect(answers == ["INVALID_CODE": 5, "QUOTA_EXCEEDED": Self.rest])
    // Neither a new process nor a new first factor gives more.
    let next = try server.reopened(policy: .quick)
    for server in [server, next] {
      for credential in [credential, try server.firstFactor().credential] {
        #expect(
          throws: ServerError(.quotaExceeded, status: "INVALID_ARGUMENT", retryAfter: 30)
        ) { try server.finishSignIn(credential, totp: right, of: id) }
      }
    }
    server.clock.advance(31)
    #expect(refusal { try next.finishSignIn(credential, totp: next.code(of: app), of: id) } == nil)
    #expect(try server.count("SELECT count(*) FROM totp_failures") == 0)
  }

  @Test func aHundredWrongCodesLockAnApp() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    let id = try server.firstFactor().hints.first?.mfaEnrollmentId
    var evaluated = 0
    for _ in 1...30 {
      let credential = try server.firstFactor().credential
      let wrong = server.wrongCode(of: app)
      for _ in 1...5 {
        if refusal({ try server.finishSignIn(credential, totp: wrong, of: id) }) == "INVALID_CODE" {
          evaluated += 1
        }
      }
      server.clock.advance(3600)
    }
    #expect(evaluated == 100)
    let credential = try server.firstFactor().credential
    #expect(
      refusal { try server.finishSignIn(credential, totp: server.code(of: app), of: id) }
        == "QUOTA_EXCEEDED : ((100 wrong codes in a row have locked the authenticator app.))")
    // An administrator opens it by taking the factor off.
    try server.update(asOwner: true) { ($0.localId, $0.mfa) = (kim.localId, .init(enrollments: [])) }
    let session = try server.signIn(password: ServerHarness.password)
    let other = try server.enrollTOTP(session.idToken)
    server.clock.advance(30)
    let (again, hints) = try server.firstFactor()
    #expect(
      refusal {
        try server.finishSignIn(again, totp: server.code(of: other), of: hints.first?.mfaEnrollmentId)
      } == nil)
  }

  @Test func anUnverifiedAddressTakesNothingFromAnAccountWithAFactor() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    try server.update(asOwner: true) {
      ($0.localId, $0.email, $0.emailVerified) = (kim.localId, "typo@example.com", false)
    }
    #expect(try server.signInByLink("typo@example.com").mfaPendingCredential != nil)
    #expect(
      try server.signIn("typo@example.com", password: ServerHarness.password).mfaPendingCredential != nil)
  }
}
