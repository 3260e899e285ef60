import AuthServer
import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// What only somebody may do who has just shown a first factor, a second factor's enrollment among it.
@Suite struct RecentSignInTests {
  @Test func anEnrollmentMakesNoSignInNewer() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    server.clock.advance(200)
    let info = try server.startPhoneEnrollment(kim.idToken)
    // What was begun in time may be finished later.
    server.clock.advance(150)
    let enrolled = try server.finishPhoneEnrollment(kim.idToken, info, server.code(for: info))
    #expect(try claims(of: enrolled.idToken)["auth_time"] == 1_800_000_000)
    #expect(try claims(of: server.refresh(enrolled.refreshToken).idToken)["auth_time"] == 1_800_000_000)
    let tooOld = "CREDENTIAL_TOO_OLD_LOGIN_AGAIN"
    let sensitive: [() throws -> Any] = [
      { try server.call(DeleteAccount.self, .init(idToken: enrolled.idToken)) },
      { try server.update(enrolled.idToken) { $0.password = "another one" } },
      { try server.startPhoneEnrollment(enrolled.idToken, "+14155550178") },
      { try server.startTOTPEnrollment(enrolled.idToken) },
      {
        try server.withdraw(
          enrolled.idToken, server.lookup(enrolled.idToken)?.mfaInfo?.first?.mfaEnrollmentId)
      },
    ]
    for change in sensitive { #expect(refusal { try change() } == tooOld) }
    #expect(refusal { try server.refresh(kim.refreshToken) } == "TOKEN_EXPIRED")
  }

  @Test func anSMSFactorNeedsARecentSignIn() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    server.clock.advance(301)
    let messages = try server.call(Outbox.self, .init()).messages.count
    #expect(refusal { try server.startPhoneEnrollment(kim.idToken) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    #expect(try server.call(Outbox.self, .init()).messages.count == messages)
    let lenient = try ServerHarness(policy: .quickEmulator)
    let lee = try lenient.verifiedAccount()
    lenient.clock.advance(301)
    #expect(refusal { try lenient.enrollPhone(lee.idToken) } == nil)
  }
}
