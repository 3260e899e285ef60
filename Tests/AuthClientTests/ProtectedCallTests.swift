import AuthClient
import Essentials
import HTTP
import Synchronization
import TestSupport
import Testing

/// Passwords and mails of a project that requires reCAPTCHA Enterprise for them.
@Suite struct ProtectedCallTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }
  private static let password = "correct horse"

  init() throws {
    harness = try ClientHarness(verifiesApps: true)
  }

  /// Passes each challenge, and remembers it.
  final class Passing: AuthUIDelegate {
    private let seen = Mutex<[RecaptchaChallenge]>([])
    let solve: @Sendable (RecaptchaChallenge) throws -> String

    init(_ solve: @escaping @Sendable (RecaptchaChallenge) throws -> String) { self.solve = solve }

    var challenges: [RecaptchaChallenge] { seen.withLock { $0 } }

    func token(for challenge: RecaptchaChallenge) async throws -> String {
      seen.withLock { $0.append(challenge) }
      return try solve(challenge)
    }
  }

  private static let calls: [(action: String, route: String, call: @Sendable (Auth) async throws -> Void)] = [
    (
      "signInWithPassword", "accounts:signInWithPassword",
      { try await $0.signIn(withEmail: ClientHarness.email, password: password) }
    ),
    (
      "signUpPassword", "accounts:signUp",
      { try await $0.createUser(withEmail: "new@example.com", password: password) }
    ),
    (
      "getOobCode", "accounts:sendOobCode", { try await $0.sendPasswordReset(withEmail: ClientHarness.email) }
    ),
    (
      "getOobCode", "accounts:sendOobCode",
      {
        let settings = ActionCodeSettings(url: URL(string: "http://localhost/"))
        try await $0.sendSignInLink(toEmail: ClientHarness.email, actionCodeSettings: settings)
      }
    ),
  ]

  private func createAccount() async throws {
    try await auth.createUser(withEmail: ClientHarness.email, password: Self.password)
    try await auth.signOut()
  }

  /// The last segments of the paths that `call` has requests sent to.
  private func requests(of call: () async throws -> Void) async throws -> [String] {
    let before = harness.transport.requests.count
    try await call()
    return harness.transport.requests.dropFirst(before).map {
      String($0.path.split(separator: "/").last ?? "")
    }
  }

  @Test(arguments: calls.indices)
  func theDelegateIsAskedWhereTheServiceAsks(_ index: Int) async throws {
    let (action, route, call) = Self.calls[index]
    try await createAccount()
    try harness.requireEnterprise(for: "emailPassword")
    #expect(try await code { try await call(auth) } == .missingRecaptchaToken)
    let delegate = Passing { [harness] in try harness.solve($0) }
    auth.uiDelegate = delegate
    let other = try harness.client()
    other.uiDelegate = delegate
    let sent = try await requests { try await call(other) }
    // The refusal, the settings, and the request with the token.
    #expect(sent.filter { $0 != "accounts:lookup" } == [route, "recaptchaConfig", route])
    #expect(delegate.challenges.map(\.kind) == [.enterprise])
    #expect(delegate.challenges.map(\.action) == [action])
  }

  @Test func aProjectWithoutReCAPTCHACostsNoRequest() async throws {
    auth.uiDelegate = Passing { _ in throw AuthErrorCode.internalError }
    try await createAccount()
    let sent = try await requests {
      try await auth.signIn(withEmail: ClientHarness.email, password: Self.password)
    }
    #expect(sent == ["accounts:signInWithPassword", "accounts:lookup"])
  }

  @Test func whatTheServiceRequiresIsRemembered() async throws {
    try await createAccount()
    try harness.requireEnterprise(for: "emailPassword")
    let delegate = Passing { [harness] in try harness.solve($0) }
    auth.uiDelegate = delegate
    try await auth.initializeRecaptchaConfig()
    let sent = try await requests {
      try await auth.signIn(withEmail: ClientHarness.email, password: Self.password)
    }
    #expect(sent == ["accounts:signInWithPassword", "accounts:lookup"])
    #expect(delegate.challenges.count == 1)
    // And so it is for the other calls.
    #expect(
      try await requests { try await auth.sendPasswordReset(withEmail: ClientHarness.email) }
        == ["accounts:sendOobCode"])
  }

  @Test func linkingAndReauthenticatingNeedATokenToo() async throws {
    try harness.requireEnterprise(for: "emailPassword")
    let delegate = Passing { [harness] in try harness.solve($0) }
    auth.uiDelegate = delegate
    let user = try await auth.signInAnonymously().user
    let credential = EmailAuthProvider.credential(withEmail: ClientHarness.email, password: Self.password)
    try await user.link(with: credential)
    try await user.reauthenticate(with: credential)
    #expect(delegate.challenges.map(\.action) == ["signUpPassword", "signInWithPassword"])
    // The mail of somebody who is signed in needs none.
    try await user.sendEmailVerification()
    #expect(delegate.challenges.count == 2)
  }

  @Test func aScoreThatTheProjectBlocksIsRefused() async throws {
    try await createAccount()
    try harness.requireEnterprise(for: "emailPassword")
    try harness.server.project.updateProjectConfig(
      "recaptchaConfig.managedRules", to: [["endScore": .number(0.3), "action": "BLOCK"]])
    let score = Mutex("score=0.1")
    auth.uiDelegate = Passing { _ in score.withLock { $0 } }
    let signIn = { [auth] in
      _ = try await auth.signIn(withEmail: ClientHarness.email, password: Self.password)
    }
    #expect(try await code { try await signIn() } == .captchaCheckFailed)
    score.withLock { $0 = "score=0.4" }
    try await signIn()
    #expect(auth.currentUser?.email == ClientHarness.email)
  }

  @Test func theClientsDelegateShowsReCAPTCHABeforeAnSMS() async throws {
    auth.uiDelegate = Passing { [harness] in try harness.solve($0) }
    let id = try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber(ClientHarness.number)
    #expect(!id.isEmpty)
  }
}
