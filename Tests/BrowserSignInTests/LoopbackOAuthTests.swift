import AuthClient
import BrowserSignIn
import Essentials
import LocalAuthServer
import Synchronization
import TestSupport
import Testing

/// A program signs a person in at a provider, by the browser of its machine.
@Suite struct LoopbackOAuthTests {
  private let server: LocalServer
  private let auth: Auth
  private let provider: OAuthProvider

  init() throws {
    server = try LocalServer()
    auth = server.auth()
    provider = OAuthProvider(providerID: "google.com", auth: auth)
  }

  /// A delegate on any free port.
  private func delegate(
    timeLimit: Duration = .seconds(3600), open: @escaping @Sendable (URL) async throws -> Void
  ) throws -> LoopbackOAuth {
    try LoopbackOAuth(program: "Skiff", providerID: "google.com", port: 0, timeLimit: timeLimit, open: open)
  }

  private func error(of delegate: LoopbackOAuth) async -> AuthError? {
    await #expect(throws: AuthError.self) { try await auth.signIn(with: provider, uiDelegate: delegate) }
  }

  @Test func aPersonSignsInAtTheProvidersPage() async throws {
    let delegate = try delegate { [server] page in
      try server.answerProviderPage(page, as: ["sub": "g-1", "email": "kim@example.com", "name": "Kim"])
    }
    let result = try await auth.signIn(with: provider, uiDelegate: delegate)
    #expect(result.user.email == "kim@example.com")
    #expect(result.user.displayName == "Kim")
    #expect(result.user.providerData.map(\.uid) == ["g-1"])
    #expect(result.additionalUserInfo.providerID == "google.com")
  }

  @Test func aProviderIsLinked() async throws {
    let user = try await auth.signInAnonymously().user
    let delegate = try delegate { [server] page in
      try server.answerProviderPage(page, as: ["email": "kim@example.com"])
    }
    let linked = try await user.link(with: provider, uiDelegate: delegate).user
    #expect(linked.uid == user.uid)
    #expect(linked.providerData.map(\.providerID) == ["google.com"])
  }

  @Test func anEmulatorOnAPortIsReachedAsWell() async throws {
    auth.useEmulator(withHost: "127.0.0.1", port: try server.listen())
    let delegate = try delegate { [server] page in
      try server.answerProviderPage(page, as: ["email": "kim@example.com"])
    }
    #expect(try await auth.signIn(with: provider, uiDelegate: delegate).user.email == "kim@example.com")
  }

  @Test func theAddressIsTheOneThatTheProviderTakes() throws {
    let port = freePort()
    let google = try LoopbackOAuth(program: "Skiff", providerID: "google.com", port: Int(port)) { _ in }
    #expect(google.continueURL.absoluteString == "http://127.0.0.1:\(port)/callback")
    let other = freePort()
    let microsoft = try LoopbackOAuth(
      program: "Skiff", providerID: "microsoft.com", port: Int(other)
    ) { _ in }
    #expect(microsoft.continueURL.absoluteString == "http://localhost:\(other)/callback")
    // Another one finds the port taken, until the first is gone.
    let taken = #expect(throws: AuthError.self) {
      try LoopbackOAuth(program: "Skiff", providerID: "google.com", port: Int(port)) { _ in }
    }
    #expect(taken?.code == .webInternalError)
    #expect(taken?.message == "port \(port) is another program's")
  }

  @Test func whoDeclinesSignsNobodyIn() async throws {
    let delegate = try delegate { page in
      let browser = try Visitor(page)
      let shown = try #require(browser.comeBack("error=access_denied"))
      #expect(shown.body.contains("The sign-in at Google was cancelled"))
    }
    let error = await error(of: delegate)
    #expect(error?.code == .webSignInUserInteractionFailure)
    #expect(error?.message == "access_denied")
    #expect(auth.currentUser == nil)
  }

  /// They name the program, and no command in a terminal.
  @Test func thePagesAreThePrograms() async throws {
    let delegate = try delegate { page in
      let browser = try Visitor(page)
      let pages = [
        // Used, unknown, without a cookie, foreign, without an answer.
        browser.visit(page.absoluteString), browser.visit(browser.origin + "/x"),
        browser.visit(browser.origin + "/callback?code=c"), browser.visit(browser.origin, from: "cross-site"),
        browser.visit(browser.origin + "/callback?state=\(browser.state)", cookie: browser.cookie),
        browser.visit(browser.origin, cookie: browser.cookie), browser.comeBack("code=c"),
      ]
      for shown in pages {
        let body = try #require(shown?.body)
        #expect(body.contains("(Skiff)</title>") && body.contains("Skiff"))
        for word in ["terminal", "command", "usher"] { #expect(!body.contains(word), "\(body)") }
      }
    }
    // The server gave no such code.
    #expect(await error(of: delegate)?.code == .invalidCredential)
  }

  @Test func aCancelledTaskStopsWaiting() async throws {
    let opened = AsyncStream.makeStream(of: URL.self)
    let delegate = try delegate { page in opened.continuation.yield(page) }
    let signIn = Task { [auth, provider] in try await auth.signIn(with: provider, uiDelegate: delegate) }
    for await page in opened.stream {
      signIn.cancel()
      let error = await #expect(throws: AuthError.self) { try await signIn.value }
      #expect(error?.code == .cancelled)
      #expect(Browser(port: UInt16(try #require(page.port))).connection() == nil)
      break
    }
  }

  @Test func nobodyIsWaitedForLongerThanTheLimit() async throws {
    // What opens the page may last as long as the browser.
    let delegate = try delegate(timeLimit: .milliseconds(20)) { _ in try await Task.sleep(for: .seconds(600))
    }
    let error = await error(of: delegate)
    #expect(error?.code == .webContextCancelled)
    #expect(error?.message == "the browser brought nothing within 0.02 seconds")
  }

  @Test func aBrowserThatDoesNotOpenEndsTheSignIn() async throws {
    struct NoBrowser: Error {}
    let delegate = try delegate { _ in throw NoBrowser() }
    #expect(await error(of: delegate)?.underlyingError is NoBrowser)
  }

  @Test func oneObjectIsForOneSignIn() async throws {
    let delegate = try delegate { [server] page in
      try server.answerProviderPage(page, as: ["email": "kim@example.com"])
    }
    try await auth.signIn(with: provider, uiDelegate: delegate)
    #expect(await error(of: delegate)?.code == .webContextAlreadyPresented)
  }
}
