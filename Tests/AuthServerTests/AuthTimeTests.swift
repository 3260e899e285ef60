import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// `auth_time` is the time of the sign-in: never later than `iat`, and never newer than what was shown.
@Suite struct AuthTimeTests {
  private let server: ServerHarness

  init() throws {
    server = try ServerHarness(policy: .quick)
    server.clock.advance(0.25)
  }

  private func authTime(_ idToken: String?) throws -> Int64 {
    let claims = try claims(of: idToken)
    let (signedIn, issued) = (
      try #require(claims["auth_time"]?.integer), try #require(claims["iat"]?.integer)
    )
    #expect(issued == Int64(server.clock.now.timeIntervalSince1970))
    #expect(signedIn <= issued)
    return signedIn
  }

  @Test func noChangeOfThisSecondIsFromTheNext() throws {
    let start: Int64 = 1_800_000_000
    let kim = try server.verifiedAccount()
    #expect(try authTime(kim.idToken) == start)
    let enrolled = try server.enrollPhone(kim.idToken)
    #expect(try authTime(enrolled.idToken) == start)
    let again = try server.enrollPhone(enrolled.idToken, "+14155550178")
    #expect(try authTime(again.idToken) == start)
    let changed = try server.update(again.idToken) { $0.password = "another one" }
    #expect(try authTime(changed.idToken) == start)
    let factor = try #require(try server.lookup(changed.idToken)?.mfaInfo?.first?.mfaEnrollmentId)
    let withdrawn = try server.withdraw(changed.idToken, factor)
    #expect(try authTime(withdrawn.idToken) == start)
    #expect(try authTime(server.refresh(withdrawn.refreshToken).idToken) == start)
    #expect(try server.lookup(withdrawn.idToken)?.mfaInfo?.count == 1)
    for over in [kim.refreshToken, enrolled.refreshToken, again.refreshToken, changed.refreshToken] {
      #expect(refusal { try server.refresh(over) } == "TOKEN_EXPIRED")
    }
    // Google's rule, which verifiers elsewhere follow.
    let validSince = try #require(try server.lookup(withdrawn.idToken)?.validSince.flatMap { Int64($0.text) })
    #expect(validSince <= start)
  }

  @Test func aClockThatWasSetBackMakesNoFuture() throws {
    let kim = try server.signUp()
    server.clock.advance(40)
    let changed = try server.update(kim.idToken) { $0.password = "another one" }
    server.clock.advance(-30)
    let now: Int64 = 1_800_000_010
    let renewed = try server.refresh(changed.refreshToken)
    #expect(try authTime(renewed.idToken) == now)
    #expect(try server.lookup(renewed.idToken) != nil)
    let next = try server.signIn(password: "another one")
    #expect(try authTime(next.idToken) == now)
    #expect(try server.lookup(next.idToken) != nil)
    #expect(try authTime(server.refresh(next.refreshToken).idToken) == now)
    #expect(refusal { try server.lookup(kim.idToken) } == "TOKEN_EXPIRED")
  }

  @Test func aSessionThatIsKeptIsTheOnlyOne() throws {
    let own = try server.verifiedAccount()
    server.clock.advance(10)
    let later = try server.signIn(password: ServerHarness.password)
    let pending = try server.signIn(password: ServerHarness.password)
    server.clock.advance(10)
    let enrolled = try server.enrollPhone(own.idToken)
    // Their ID tokens are no older than the one that goes on, and end by themselves.
    for over in [own.refreshToken, later.refreshToken, pending.refreshToken] {
      #expect(refusal { try server.refresh(over) } == "TOKEN_EXPIRED")
    }
    #expect(
      try server.refresh(enrolled.refreshToken).userId == (try server.lookup(enrolled.idToken)?.localId))
  }

  private static let steps: [Double] = [-180, -7200]

  /// Whatever a clock that was ahead has made goes on when it is right again, and so it does with one that is wrong.
  @Test(arguments: steps, [Policy.quick, .quickEmulator])
  func noSessionEndsByAClock(step: Double, policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    server.clock.advance(0.25)
    let kim = try server.signUp()
    server.clock.advance(step)
    let now = Int64(server.clock.now.timeIntervalSince1970)
    // The token of before, for as long as its holder takes it for good.
    #expect(try server.lookup(kim.idToken)?.localId == kim.localId)
    _ = try server.update(kim.idToken) { $0.displayName = "Kim" }
    let renewed = try server.refresh(kim.refreshToken)
    #expect(try claims(of: renewed.idToken)["auth_time"] == .integer(now))
    #expect(try server.lookup(renewed.idToken)?.displayName == "Kim")
    server.clock.advance(10)
    // A renewal moves it once.
    let again = try server.refresh(kim.refreshToken)
    #expect(try claims(of: again.idToken)["auth_time"] == .integer(now))
    let next = try server.signIn(password: ServerHarness.password)
    #expect(try server.lookup(next.idToken)?.localId == kim.localId)
    #expect(try server.refresh(next.refreshToken).userId == kim.localId)
    // And with the right clock again.
    server.clock.advance(-step)
    for token in [kim.refreshToken, next.refreshToken] {
      #expect(try server.lookup(server.refresh(token).idToken)?.localId == kim.localId)
    }
  }

  /// Sessions that had ended stay so, whichever way the clock goes.
  @Test(arguments: steps) func aClockSetBackRevivesNoSession(step: Double) throws {
    let kim = try server.signUp()
    server.clock.advance(100)
    let changed = try server.update(kim.idToken) { $0.password = "another one" }
    try server.update(asOwner: true) {
      $0.localId = kim.localId
      $0.validSince = DecimalText(String(Int64(server.clock.now.timeIntervalSince1970)))
    }
    server.clock.advance(step)
    let next = try server.signIn(password: "another one")
    #expect(try server.lookup(next.idToken) != nil)
    for over in [kim.refreshToken, changed.refreshToken] {
      #expect(refusal { try server.refresh(over) } == "TOKEN_EXPIRED")
    }
    #expect(try server.refresh(next.refreshToken).userId == kim.localId)
  }
}
