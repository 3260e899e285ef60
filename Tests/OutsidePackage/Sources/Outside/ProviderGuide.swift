import AuthClient
import BrowserSignIn
import Foundation
import LocalAuthServer

/// The guides to identity providers: a credential of one's own tokens, and the provider's page by a delegate.
@Sendable func providerGuide() async throws {
  let server = try LocalServer()
  let auth = server.auth()
  // A server in a test takes what its own page, or a test, says in the provider's name.
  let idToken = #"{"sub": "kim-1", "email": "kim@example.com", "email_verified": true}"#
  let credential = GoogleAuthProvider.credential(withIDToken: idToken, accessToken: "any")
  let result = try await auth.signIn(with: credential)
  try expect(result.additionalUserInfo.providerID == "google.com")
  try expect(result.additionalUserInfo.profile["email"] as? String == "kim@example.com")

  var provider = OAuthProvider(providerID: "microsoft.com", auth: auth)
  provider.customParameters = ["prompt": "consent", "login_hint": "kim@example.com"]
  provider.scopes = ["mail.read", "calendars.read"]
  do {
    try await auth.signIn(with: provider, uiDelegate: Refusing())
    try expect(false)
  } catch let error as AuthError where error.code == .webSignInUserInteractionFailure {
    try expect(error.message == "access_denied")
  }

  // By a browser of this machine, in whose place the server answers.
  let browser = try LoopbackOAuth(program: "Outside", providerID: "microsoft.com", port: 0) { page in
    try server.answerProviderPage(page, as: ["sub": "m-1", "email": "lee@example.com"])
  }
  let user = try await auth.signIn(with: provider, uiDelegate: browser).user
  try expect(user.providerData.map(\.uid) == ["m-1"])
}

/// Someone who declines at the provider's page.
private struct Refusing: OAuthUIDelegate {
  let continueURL = URL(string: "http://localhost:8123/callback")!

  func callbackURL(of page: URL) async throws -> URL {
    URL(string: "http://localhost:8123/callback?error=access_denied")!
  }
}
