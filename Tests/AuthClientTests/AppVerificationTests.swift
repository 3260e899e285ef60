import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@Suite struct AppVerificationTests {
  private let harness: ClientHarness
  private var auth: Auth { harness.auth }
  private var provider: PhoneAuthProvider { .provider(auth: harness.auth) }

  init() throws {
    harness = try ClientHarness(verifiesApps: true)
  }

  /// Does what it is told to with a challenge.
  struct Delegate: AuthUIDelegate {
    let answer: @Sendable (RecaptchaChallenge) async throws -> String

    func token(for challenge: RecaptchaChallenge) async throws -> String { try await answer(challenge) }
  }

  struct Closed: Error {}

  @Test func aDelegateIsAskedForReCAPTCHA() async throws {
    #expect(try await code { try await provider.verifyPhoneNumber(ClientHarness.number) } == .appNotVerified)
    let seen = Mutex<RecaptchaChallenge?>(nil)
    let delegate = Delegate { [harness] challenge in
      seen.withLock { $0 = challenge }
      return try harness.solve(challenge)
    }
    let id = try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: delegate)
    #expect(!id.isEmpty)
    #expect(seen.withLock { $0?.kind } == .v2)
    #expect(seen.withLock { $0?.action } == "sendVerificationCode")
  }

  @Test func whatADelegateThrowsReachesTheCaller() async throws {
    let failing = Delegate { _ in throw Closed() }
    let refused = try await error {
      try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: failing)
    }
    #expect(refused.code == .appVerificationUserInteractionFailure)
    #expect(refused.underlyingError is Closed)
    let ownWord = Delegate { _ in throw AuthErrorCode.webInternalError }
    #expect(
      try await code { try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: ownWord) }
        == .webInternalError)
    let cancelled = Delegate { _ in throw CancellationError() }
    #expect(
      try await code { try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: cancelled) }
        == .webContextCancelled)
  }

  @Test func othersCallsGoOnWhileAPersonLooksAtTheChallenge() async throws {
    let delegate = Delegate { [harness] challenge in
      // A call on the same client, made from within: nothing waits for this one to end.
      try await harness.auth.signInAnonymously()
      return try harness.solve(challenge)
    }
    let id = try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: delegate)
    #expect(!id.isEmpty)
    #expect(auth.currentUser?.isAnonymous == true)
  }

  @Test func aWrongTokenIsRefused() async throws {
    let delegate = Delegate { _ in "wrong" }
    #expect(
      try await code { try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: delegate) }
        == .captchaCheckFailed)
  }

  @Test func aCancelledCallEndsTheDelegatesTask() async throws {
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let (ended, ending) = AsyncStream.makeStream(of: Bool.self)
    let delegate = Delegate { _ in
      beginning.yield()
      try? await Task.sleep(for: .seconds(3600))
      ending.yield(Task.isCancelled)
      throw Closed()
    }
    let call = Task { [provider] in
      try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: delegate)
    }
    for await _ in begun { break }
    call.cancel()
    #expect(try await code { try await call.value } == .cancelled)
    for await wasCancelled in ended {
      #expect(wasCancelled)
      break
    }
  }

  @Test func theHostedPageOpensForItsOwnReCAPTCHAAlone() async throws {
    var options = ClientHarness.options
    options.googleAppID = "1:123:ios:abc"
    let opened = Mutex<URL?>(nil)
    let page = HostedRecaptcha(auth: Auth(options)) { url in
      opened.withLock { $0 = url }
      throw AuthErrorCode.webInternalError
    }
    #expect(
      try await code { try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: page) }
        == .webInternalError)
    #expect(opened.withLock { $0?.host() } == "demo-test.firebaseapp.com")
    opened.withLock { $0 = nil }
    try harness.requireEnterprise()
    #expect(
      try await code { try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: page) }
        == .captchaCheckFailed)
    #expect(opened.withLock { $0 } == nil)
  }

  /// As apps do that have `REVERSED_CLIENT_ID` as their scheme.
  @Test func theHostedPageComesBackByTheClientID() async throws {
    var options = ClientHarness.options
    (options.clientID, options.googleAppID) = ("12-ab.apps.googleusercontent.com", "1:123:ios:abc")
    let app = Auth(options)
    let page = HostedRecaptcha(auth: app) { page in
      let query = Dictionary(
        FormEncoding.decode(page.query(percentEncoded: true) ?? "")?.map { ($0.name, $0.value) } ?? []
      ) { $1 }
      #expect(query["clientId"] == "12-ab.apps.googleusercontent.com" && query["appId"] == nil)
      let link =
        "https://demo-test.firebaseapp.com/__/auth/callback?authType=verifyApp&recaptchaToken=t"
        + "&eventId=\(query["eventId"] ?? "")"
      let end = FormEncoding.encode([QueryItem("deep_link_id", link)])
      #expect(app.canHandle(URL(string: "com.googleusercontent.apps.12-ab://firebaseauth/link?" + end)!))
    }
    #expect(
      try await page.token(for: .init(kind: .v2, siteKey: "key", action: .sendVerificationCode)) == "t")
  }

  @Test func aConfigurationThatWasFetchedAheadIsNotAskedForAgain() async throws {
    let delegate = Delegate { [harness] challenge in try harness.solve(challenge) }
    func sendCode(_ number: String) async throws -> Int {
      let before = harness.transport.requests(to: "recaptchaConfig")
      _ = try await provider.verifyPhoneNumber(number, uiDelegate: delegate)
      return harness.transport.requests(to: "recaptchaConfig") - before
    }
    // Once for the challenge, and once for its token.
    #expect(try await sendCode("+14155550101") == 2)
    try harness.requireEnterprise()
    try await auth.initializeRecaptchaConfig()
    #expect(harness.transport.requests(to: "recaptchaConfig") == 3)
    #expect(try await sendCode("+14155550102") == 0)
    #expect(try await sendCode("+14155550103") == 0)
  }

  @Test func aConfigurationThatIsOutOfDateIsAskedForAgain() async throws {
    let seen = Mutex<[RecaptchaChallenge.Kind]>([])
    let delegate = Delegate { [harness] challenge in
      seen.withLock { $0.append(challenge.kind) }
      return try harness.solve(challenge)
    }
    try await auth.initializeRecaptchaConfig()
    try harness.requireEnterprise()
    let id = try await provider.verifyPhoneNumber(ClientHarness.number, uiDelegate: delegate)
    #expect(!id.isEmpty)
    #expect(seen.withLock { $0 } == [.v2, .enterprise])
  }

  @Test func fictionalNumbersNeedNoProofInTestMode() async throws {
    try harness.setTestPhoneNumber("+16505550199", code: "123456")
    auth.settings.isAppVerificationDisabledForTesting = true
    let id = try await provider.verifyPhoneNumber("+16505550199")
    try await auth.signIn(with: provider.credential(withVerificationID: id, verificationCode: "123456"))
    #expect(auth.currentUser?.phoneNumber == "+16505550199")
    #expect(
      try await code { try await provider.verifyPhoneNumber(ClientHarness.number) }
        == .missingClientIdentifier)
  }

  @Test func notificationsOfOthersAreLeftAlone() {
    #expect(!auth.canHandleNotification(["aps": ["alert": "hi"]]))
    #expect(auth.canHandleNotification(["com.google.firebase.auth": ["receipt": "r", "secret": "s"]]))
    #expect(!auth.canHandle(URL(string: "app://other")!))
  }
}
