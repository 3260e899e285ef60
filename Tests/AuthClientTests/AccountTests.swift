import AuthClient
import Essentials
import HTTP
import TestSupport
import Testing

@Suite struct AccountTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }

  init() throws {
    harness = try ClientHarness()
  }

  @Test func theProfileIsChanged() async throws {
    let user = try await harness.verifiedUser()
    var change = user.createProfileChangeRequest()
    change.displayName = "Kim"
    change.photoURL = URL(string: "https://example.com/kim.png")
    #expect(change.displayName == "Kim")
    try await change.commitChanges()
    #expect(user.displayName == "Kim")
    #expect(user.photoURL == URL(string: "https://example.com/kim.png"))

    var removal = user.createProfileChangeRequest()
    removal.photoURL = nil
    #expect(removal.photoURL == nil)
    #expect(removal.displayName == "Kim")
    try await removal.commitChanges()
    #expect(user.displayName == "Kim")
    #expect(user.photoURL == nil)
  }

  @Test func aNewAddressIsVerifiedFirst() async throws {
    let user = try await harness.verifiedUser()
    try await user.sendEmailVerification(
      beforeUpdatingEmail: "new@example.com",
      actionCodeSettings: ActionCodeSettings(url: URL(string: "http://localhost/")))
    let link = try #require(ActionCodeURL(link: try harness.lastLink(to: "new@example.com")))
    let info = try await auth.checkActionCode(link.code)
    #expect(info.operation == .verifyAndChangeEmail)
    #expect(info.email == "new@example.com")
    #expect(info.previousEmail == ClientHarness.email)
    // ID tokens are told apart by whole seconds.
    harness.clock.advance(1)
    try await auth.applyActionCode(link.code)
    #expect(try await code { try await user.reload() } == .userTokenExpired)
    #expect(auth.currentUser == nil)
  }

  @Test func anAddressIsChangedAtOnceWithoutEnumerationProtection() async throws {
    let user = try await harness.verifiedUser()
    func change() async throws { try await (user as any UnverifiedChange).updateEmail(to: "new@example.com") }
    #expect(try await code { try await change() } == .operationNotAllowed)
    #expect(user.email == ClientHarness.email)
    try harness.endEnumerationProtection()
    try await change()
    #expect(user.email == "new@example.com" && !user.isEmailVerified)
  }

  @Test func theUserOfAnotherClientBecomesTheCurrentOne() async throws {
    let other = try harness.client()
    let kim = try await harness.signInByPhone(with: other).user
    let lee = try await auth.signInAnonymously().user
    try await auth.updateCurrentUser(kim)
    let current = try #require(auth.currentUser)
    #expect(current.uid == kim.uid && current.phoneNumber == ClientHarness.number)
    try await current.reload()
    #expect(other.currentUser === kim)
    #expect(try await code { try await lee.reload() } == .nullUser)
    // Also back to one's own earlier user.
    try await auth.updateCurrentUser(lee)
    #expect(auth.currentUser?.uid == lee.uid)
    #expect(try await code { try await auth.updateCurrentUser(nil) } == .nullUser)
    #expect(auth.currentUser?.uid == lee.uid)
  }

  @Test func theUserOfAnotherPlaceDoesNot() async throws {
    let kim = try await harness.signInByPhone().user
    let sent = harness.transport.requests.count
    let elsewhere = Auth(ClientHarness.options)
    #expect(try await code { try await elsewhere.updateCurrentUser(kim) } == .invalidUserToken)
    let tenant = try harness.client()
    tenant.tenantID = "customers"
    #expect(try await code { try await tenant.updateCurrentUser(kim) } == .tenantIDMismatch)
    #expect(elsewhere.currentUser == nil && tenant.currentUser == nil)
    #expect(harness.transport.requests.count == sent)
  }

  @Test func applesTokenIsRevokedByItsCode() async throws {
    #expect(try await code { try await auth.revokeToken(withAuthorizationCode: "c0de") } == .nullUser)
    let user = try await harness.signInByPhone().user
    try await auth.revokeToken(withAuthorizationCode: "c0de")
    let request = try #require(harness.transport.requests.last)
    #expect(request.path.hasSuffix("/v2/accounts:revokeToken"))
    let token = try await user.getIDToken()
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"{"providerId":"apple.com","tokenType":"CODE","token":"c0de","idToken":"\#(token)"}"#)
    #expect(auth.currentUser === user)
  }

  @Test func sensitiveChangesNeedARecentSignIn() async throws {
    let user = try await harness.verifiedUser()
    harness.clock.advance(400)
    #expect(try await code { try await user.updatePassword(to: "secret-2") } == .requiresRecentLogin)
    #expect(try await code { try await user.delete() } == .requiresRecentLogin)
    try await user.reauthenticate(
      with: EmailAuthProvider.credential(withEmail: ClientHarness.email, password: "secret-1"))
    try await user.updatePassword(to: "secret-2")
    try await user.delete()
    #expect(auth.currentUser == nil)
  }

  @Test func thePhoneNumberIsReplaced() async throws {
    let user = try await harness.signInByPhone().user
    try await user.updatePhoneNumber(try await harness.phoneCredential("+14155550111"))
    #expect(user.phoneNumber == "+14155550111")
    try await user.link(
      with: EmailAuthProvider.credential(withEmail: ClientHarness.email, password: "secret-1"))
    try await user.unlink(fromProvider: PhoneAuthProvider.id)
    #expect(user.providerData.map(\.providerID) == [EmailAuthProvider.id])
  }

  @Test func theLanguageGoesAlong() async throws {
    auth.languageCode = "de"
    try await auth.sendPasswordReset(withEmail: ClientHarness.email)
    #expect(harness.transport.requests.last?.headers["X-Firebase-Locale"] == "de")
    auth.languageCode = nil
    try await auth.sendPasswordReset(withEmail: ClientHarness.email)
    #expect(harness.transport.requests.last?.headers["X-Firebase-Locale"] == nil)
  }

  @Test func everyErrorCodeIsFoundByItsName() {
    for code in AuthErrorCode.allCases { #expect(AuthErrorCode(name: code.name) == code) }
    #expect(AuthErrorCode(name: "auth/none") == nil)
    #expect(AuthErrorCode.invalidVerificationCode.rawValue == 17044)
  }
}

/// A requirement without the deprecation, so that the call of it is no warning.
private protocol UnverifiedChange {
  func updateEmail(to email: String) async throws(AuthError)
}

extension User: UnverifiedChange {}
