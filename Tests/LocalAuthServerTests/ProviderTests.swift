import AuthClient
import Essentials
import LocalAuthServer
import Testing

/// A test says who signs in at a provider, in one call.
@Suite struct ProviderTests {
  private let server: LocalServer
  private let auth: Auth

  init() throws {
    server = try LocalServer(rules: .strict)
    auth = server.auth()
  }

  /// Where nobody listens.
  private struct Person: OAuthUIDelegate {
    let continueURL = URL(string: "http://localhost:8123/callback")!
    let answer: @Sendable (URL) throws -> URL

    func callbackURL(of page: URL) async throws -> URL { try answer(page) }
  }

  @discardableResult
  private func signIn(
    at provider: String = "google.com", _ answer: @escaping @Sendable (URL) throws -> URL
  ) async throws(AuthError) -> AuthDataResult {
    try await auth.signIn(
      with: OAuthProvider(providerID: provider, auth: auth), uiDelegate: Person(answer: answer))
  }

  @Test func thePersonIsWhomTheTestSays() async throws {
    let result = try await signIn { [server] page in
      try server.answerProviderPage(
        page,
        as: [
          "sub": "g-1", "email": "kim@example.com", "name": "Kim", "picture": "https://example.com/kim.png",
          "email_verified": false,
        ])
    }
    #expect(result.user.providerData.map(\.uid) == ["g-1"])
    #expect(result.user.displayName == "Kim")
    #expect(!result.user.isEmailVerified)
    #expect(result.user.photoURL?.absoluteString == "https://example.com/kim.png")
  }

  @Test func whoIsKnownByTheAddressStaysTheSame() async throws {
    var uids: [String] = []
    for _ in 0..<2 {
      uids.append(
        try await signIn(at: "github.com") { [server] page in
          try server.answerProviderPage(page, as: ["email": "kim@example.com"])
        }.user.uid)
    }
    #expect(uids[0] == uids[1])
  }

  @Test func aPageIsAnsweredOnce() async throws {
    try await signIn { [server] page in
      let callback = try server.answerProviderPage(page, as: ["email": "kim@example.com"])
      let refused = LocalServerError.refused(
        code: "INVALID_ARGUMENT", message: "This sign-in was already answered.")
      #expect(throws: refused) { try server.answerProviderPage(page, as: ["email": "lee@example.com"]) }
      return callback
    }
    #expect(auth.currentUser?.email == "kim@example.com")
  }

  @Test func claimsThatNameNobodyAreRefused() async throws {
    let error = await #expect(throws: AuthError.self) {
      try await signIn { [server] page in try server.answerProviderPage(page, as: ["name": "Kim"]) }
    }
    guard case .refused("INVALID_ARGUMENT", _?)? = error?.underlyingError as? LocalServerError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [
    "http://127.0.0.1:1/emulator/auth/provider/x", "https://accounts.google.com/auth", "file:///tmp", "x",
  ])
  func anotherAddressIsNoSuchPage(_ address: String) throws {
    let url = try #require(URL(string: address))
    #expect(throws: LocalServerError.self) {
      try server.answerProviderPage(url, as: ["email": "k@example.com"])
    }
  }
}
