import AuthClient
import BrowserSignIn
import Essentials
import HTTP
import LocalAuthServer
import TestSupport
import Testing

/// A person passes reCAPTCHA on a page that the program serves.
@Suite struct LoopbackRecaptchaTests {
  private let server: LocalServer
  private let auth: Auth
  private let origin: String
  private static let number = "+16505550123"

  init() throws {
    var rules = LocalServer.Rules.emulator
    rules.requiresAppVerification = true
    server = try LocalServer(rules: rules)
    auth = server.auth()
    let port = try server.listen()
    origin = "http://127.0.0.1:\(port)"
    auth.useEmulator(withHost: "127.0.0.1", port: port)
  }

  private func verify(
    by client: Auth? = nil, timeLimit: Duration = .seconds(3600),
    _ open: @escaping @Sendable (URL) async throws -> Void
  ) async throws -> String {
    let auth = client ?? auth
    let delegate = LoopbackRecaptcha(auth: auth, program: "Skiff", timeLimit: timeLimit, open: open)
    return try await PhoneAuthProvider.provider(auth: auth)
      .verifyPhoneNumber(Self.number, uiDelegate: delegate)
  }

  /// What the challenge's script asks the server for.
  private static func token(_ page: String, from server: LocalServer) throws -> String {
    let key = try #require(page.firstMatch(of: /data-key="([^"]+)"/)?.output.1)
    let action = try #require(page.firstMatch(of: /data-action="([^"]+)"/)?.output.1)
    let answer = try server.transport.send(
      HTTPRequest(
        method: .post, origin: "", path: "/recaptcha/token", query: [],
        headers: ["Content-Type": "application/json"],
        body: Data(#"{"siteKey":"\#(key)","action":"\#(action)"}"#.utf8)))
    let text = String(decoding: answer.body, as: UTF8.self)
    return String(try #require(text.firstMatch(of: /"token": ?"([^"]+)"/)?.output.1))
  }

  /// Also by a client that calls the server without a socket.
  @Test(arguments: [false, true])
  func whoPassesGetsACode(isDirect: Bool) async throws {
    let auth = isDirect ? server.auth() : auth
    let id = try await verify(by: auth) { [server, origin] page in
      #expect(page.absoluteString.hasPrefix("http://localhost:"))
      let visitor = try Visitor(page)
      let shown = try #require(visitor.visit(visitor.origin + "/", cookie: visitor.cookie))
      #expect(shown.body.contains("data-source=\"\(origin)/recaptcha/"))
      #expect(shown.body.contains("(Skiff)</title>"))
      let passed = try visitor.send(["token": try Self.token(shown.body, from: server)])
      #expect(passed?.body.contains("go back to Skiff") == true)
    }
    let credential = PhoneAuthProvider.provider(auth: auth).credential(
      withVerificationID: id, verificationCode: try server.smsCode(to: Self.number))
    #expect(try await auth.signIn(with: credential).user.phoneNumber == Self.number)
  }

  @Test func whoGivesUpGetsNone() async throws {
    let error = await #expect(throws: AuthError.self) {
      try await verify { page in _ = try Visitor(page).send(["cancel": "1"]) }
    }
    #expect(error?.code == .webContextCancelled)
    #expect(try server.messages(to: Self.number).isEmpty)
  }

  @Test func nobodyIsWaitedForLongerThanTheLimit() async throws {
    let error = await #expect(throws: AuthError.self) {
      try await verify(timeLimit: .milliseconds(20)) { _ in }
    }
    #expect(error?.code == .webContextCancelled)
  }

  /// A browser could not load the challenge from there.
  @Test func aServerWithoutAPortHasNoChallenge() async throws {
    var rules = LocalServer.Rules.emulator
    rules.requiresAppVerification = true
    let auth = try LocalServer(rules: rules).auth()
    let delegate = LoopbackRecaptcha(auth: auth, program: "Skiff") { _ in Issue.record("nothing to open") }
    let error = await #expect(throws: AuthError.self) {
      try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(Self.number, uiDelegate: delegate)
    }
    #expect(error?.code == .webInternalError)
  }
}
