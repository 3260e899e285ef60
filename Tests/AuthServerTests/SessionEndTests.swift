import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// What ends sessions ends those of its own second too, as far as refresh tokens go, and not the new one. ID tokens
/// count in whole seconds.
@Suite struct SessionEndTests {
  private let server: ServerHarness

  init() throws {
    server = try ServerHarness(policy: .quick)
  }

  private func expectOver(_ idToken: String?, _ refreshToken: String?) {
    #expect(refusal { try server.lookup(idToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(refreshToken) } == "TOKEN_EXPIRED")
  }

  private func expectGood(_ idToken: String?, _ refreshToken: String?) throws {
    #expect(try server.lookup(idToken) != nil)
    #expect(try server.refresh(refreshToken).idToken != nil)
  }

  @Test func aTakeoverEndsSessionsOfItsSecond() throws {
    let squatter = try server.signUp()
    server.clock.advance(1)
    let owner = try server.signInByLink()
    expectOver(squatter.idToken, squatter.refreshToken)
    #expect(
      refusal { try server.update(squatter.idToken) { $0.password = "another one" } } == "TOKEN_EXPIRED")
    try expectGood(owner.idToken, owner.refreshToken)
  }

  @Test func aResetEndsSessionsOfItsSecond() throws {
    let old = try server.signUp()
    server.clock.advance(1)
    try server.send(.passwordReset, to: ServerHarness.email)
    _ = try server.call(
      ResetPassword.self, .init(oobCode: try server.mailedCode(), newPassword: "another one"))
    expectOver(old.idToken, old.refreshToken)
    let new = try server.signIn(password: "another one")
    try expectGood(new.idToken, new.refreshToken)
  }

  @Test func aNewPasswordEndsTheOthersOfItsSecond() throws {
    let other = try server.signUp()
    let own = try server.signIn(password: ServerHarness.password)
    server.clock.advance(1)
    let changed = try server.update(own.idToken) { $0.password = "another one" }
    expectOver(other.idToken, other.refreshToken)
    expectOver(own.idToken, own.refreshToken)
    try expectGood(changed.idToken, changed.refreshToken)
    // Once more in the same second.
    let again = try server.update(changed.idToken) { $0.password = "a third one" }
    #expect(refusal { try server.refresh(changed.refreshToken) } == "TOKEN_EXPIRED")
    try expectGood(again.idToken, again.refreshToken)
  }

  @Test func aChangeOfAddressByLinkEndsTheOthers() throws {
    let kim = try server.signInByLink()
    let other = try server.signInByLink()
    server.clock.advance(1)
    let code = try server.sendLink(to: "lee@example.com")
    let linked = try server.signIn(linkTo: "lee@example.com", code: code, idToken: kim.idToken)
    #expect(try server.lookup(linked.idToken)?.email == "lee@example.com")
    expectOver(other.idToken, other.refreshToken)
    try expectGood(linked.idToken, linked.refreshToken)
  }

  @Test func aFirstAddressEndsNoSession() throws {
    let anonymous = try server.signUp(nil, nil)
    let code = try server.sendLink()
    _ = try server.signIn(code: code, idToken: anonymous.idToken)
    try expectGood(anonymous.idToken, anonymous.refreshToken)
  }

  @Test func ofOneSecondRefreshTokensAreToldApartAndIDTokensAreNot() throws {
    let squatter = try server.signUp()
    let owner = try server.signInByLink()
    #expect(refusal { try server.refresh(squatter.refreshToken) } == "TOKEN_EXPIRED")
    #expect(try server.lookup(squatter.idToken)?.localId == owner.localId)
    try expectGood(owner.idToken, owner.refreshToken)
  }

  /// No token of that second is at large, so nothing has to look as if it came from the next.
  @Test func sessionsOfEarlierSecondsEndWithoutMovingTheNewOnes() throws {
    let old = try server.signUp()
    server.clock.advance(10)
    let owner = try server.signInByLink()
    expectOver(old.idToken, old.refreshToken)
    #expect(try claims(of: owner.idToken)["auth_time"] == .integer(server.clock.now.seconds))
  }
}

extension Date {
  fileprivate var seconds: Int64 { Int64(timeIntervalSince1970) }
}
