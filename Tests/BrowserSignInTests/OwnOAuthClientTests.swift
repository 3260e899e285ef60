import AuthClient
import BrowserSignIn
import Essentials
import HTTP
import HTTPListener
import IdentityToolkit
import LocalAuthServer
import Synchronization
import TestSupport
import Testing

/// A program asks a provider by an OAuth client of its own.
@Suite struct OwnOAuthClientTests {
  private let clock = TestClock()
  private let fixture: OpenIDProviderFixture
  private let auth: Auth
  private let client: OwnOAuthClient
  private let pause = Hook()

  /// What a test does while the program waits.
  private final class Hook: Sendable {
    private let body = Mutex<(@Sendable (_ interruption: Latch) -> Void)?>(nil)

    func set(_ body: @escaping @Sendable (_ interruption: Latch) -> Void) { self.body.withLock { $0 = body } }
    func run(_ interruption: Latch) { body.withLock { $0 }?(interruption) }
  }

  init() throws {
    let server = try LocalServer(clock: { [clock] in clock.now })
    auth = server.auth()
    fixture = OpenIDProviderFixture { [clock] in clock.now }
    client = Self.client("oidc.corp", fixture, clock, pause)
  }

  private static func client(
    _ providerID: String, issuer: String? = OpenIDProviderFixture.issuer, _ fixture: OpenIDProviderFixture,
    _ clock: TestClock, _ pause: Hook
  ) -> OwnOAuthClient {
    let start = clock.now
    return OwnOAuthClient(
      providerID: providerID, clientID: "client-1", issuer: issuer,
      in: .init(
        transport: { _ in fixture }, now: { clock.now },
        uptime: { .seconds(clock.now.timeIntervalSince(start)) },
        pause: { duration, interruption in
          pause.run(interruption)
          clock.advance(duration / .seconds(1))
        }))
  }

  private func error(
    timeLimit: Duration = .seconds(3600),
    _ show: @escaping @Sendable (DeviceCode) async throws -> Void = { _ in }
  ) async -> AuthError? {
    await #expect(throws: AuthError.self) { try await client.credential(timeLimit: timeLimit, showing: show) }
  }

  @Test func aCodeIsTypedOnAnotherMachine() async throws {
    fixture.behaviour.deviceErrors = ["authorization_pending", "slow_down", "authorization_pending"]
    let start = clock.now
    let credential = try await client.credential { shown in
      #expect(
        shown.userCode == "WDJB-MJHT" && shown.verificationURLComplete == nil
          && shown.expiresIn == .seconds(300))
      #expect(shown.verificationURL.absoluteString == OpenIDProviderFixture.issuer + "/activate")
    }
    #expect(clock.now.timeIntervalSince(start) == 30)
    #expect(try await auth.signIn(with: credential).user.email == "kim@example.com")
  }

  @Test func aCodeThatNobodyTypesExpires() async {
    fixture.behaviour.deviceErrors = Array(repeating: "authorization_pending", count: 100)
    #expect(await error()?.code == .sessionExpired)
  }

  @Test func nobodyIsWaitedForLongerThanTheLimit() async {
    fixture.behaviour.deviceErrors = Array(repeating: "authorization_pending", count: 100)
    let start = clock.now
    #expect(await error(timeLimit: .seconds(20))?.code == .webContextCancelled)
    #expect(clock.now.timeIntervalSince(start) == 20)
  }

  @Test func whoDeclinesIsHeard() async {
    fixture.behaviour.deviceErrors = ["authorization_pending", "access_denied"]
    let error = await error()
    #expect(error?.code == .webSignInUserInteractionFailure)
    #expect(error?.message == "access_denied")
  }

  @Test func aCancelledTaskAsksNoMore() async throws {
    fixture.behaviour.deviceErrors = Array(repeating: "authorization_pending", count: 100)
    let waits = AsyncStream.makeStream(of: Void.self)
    pause.set { interruption in
      waits.continuation.yield()
      _ = interruption.wait(for: .seconds(3600))
    }
    let signIn = Task { [client] in try await client.credential { _ in } }
    for await _ in waits.stream {
      signIn.cancel()
      break
    }
    let error = await #expect(throws: AuthError.self) { try await signIn.value }
    #expect(error?.code == .cancelled)
    #expect(!fixture.requests.contains { $0.path == "/token" })
  }

  @Test func whatShowsTheCodeMayFail() async {
    struct NoScreen: Error {}
    #expect(await error { _ in throw NoScreen() }?.underlyingError is NoScreen)
    #expect(!fixture.requests.contains { $0.path == "/token" })
  }

  /// A browser in which the person agrees at once.
  private struct Agreeing: OAuthUIDelegate {
    let fixture: OpenIDProviderFixture
    var answer: @Sendable (String) -> String = { $0 }
    let continueURL = URL(string: "http://127.0.0.1:8123/callback")!

    func callbackURL(of page: URL) async throws -> URL {
      try #require(URL(string: answer(try fixture.callback(from: page.absoluteString))))
    }
  }

  @Test func aCodeComesBackOverLoopback() async throws {
    let browser = try LoopbackOAuth(
      program: "Skiff", providerID: "oidc.corp", port: 0, timeLimit: .seconds(3600)
    ) { [fixture] page in
      let visitor = try Visitor(page)
      #expect(visitor.next.hasPrefix(OpenIDProviderFixture.issuer + "/authorize?"))
      #expect(visitor.next.hasSuffix("&login_hint=kim%40example.com"))
      let callback = try fixture.callback(from: visitor.next)
      let shown = visitor.visit(callback, from: "cross-site", cookie: visitor.cookie)
      #expect(shown?.body.contains("oidc.corp has signed you in") == true)
    }
    let credential = try await client.credential(
      with: browser, customParameters: ["login_hint": "kim@example.com"])
    #expect(try await auth.signIn(with: credential).user.email == "kim@example.com")
  }

  @Test func anAnswerToAnotherQuestionIsRefused() async {
    let delegate = Agreeing(fixture: fixture) { $0.replacing("state=", with: "state=x") }
    let error = await #expect(throws: AuthError.self) { try await client.credential(with: delegate) }
    #expect(error?.code == .invalidCredential)
    #expect(!fixture.requests.contains { $0.path == "/token" })
  }

  @Test func whoDeclinesInTheBrowserIsHeardWithoutAState() async {
    let delegate = Agreeing(fixture: fixture) { _ in "http://127.0.0.1:8123/callback?error=access_denied" }
    let error = await #expect(throws: AuthError.self) { try await client.credential(with: delegate) }
    #expect(error?.code == .webSignInUserInteractionFailure)
    #expect(!fixture.requests.contains { $0.path == "/token" })
  }

  @Test func whatAProviderSaysCannotMoveACursor() async {
    fixture.behaviour.deviceErrors = ["invalid_scope\u{1B}[2J\nfine"]
    let message = await error()?.message
    #expect(message?.contains("invalid_scope") == true)
    #expect(message?.contains { $0 == "\u{1B}" || $0.isNewline } == false)
  }

  @Test func theProvidersTokenIsChecked() async {
    fixture.behaviour.claims = [("aud", "client-2")]
    let error = await #expect(throws: AuthError.self) {
      try await client.credential(with: Agreeing(fixture: fixture))
    }
    #expect(error?.code == .invalidCredential)
  }

  @Test func aProviderThatIsAwayIsANetworkError() async {
    fixture.behaviour.answers["/.well-known/openid-configuration"] = .failure(.connectionRefused)
    let error = await error()
    #expect(error?.code == .networkError)
    #expect((error?.underlyingError as? NetworkProblem)?.kind == .connectionFailed)
  }

  @Test(arguments: [("microsoft.com", AuthErrorCode.operationNotAllowed), ("oidc.corp", .invalidArgument)])
  func whatCannotWorkIsSaid(_ providerID: String, _ code: AuthErrorCode) async {
    let client = Self.client(providerID, issuer: nil, fixture, clock, pause)
    let error = await #expect(throws: AuthError.self) { try await client.credential { _ in } }
    #expect(error?.code == code)
    #expect(fixture.requests.isEmpty)
  }
}
