import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport

/// A service that answers by the end of the path, and an app of it, with a clock that waiting moves.
final class ServiceStub: HTTPTransport {
  typealias Answer = @Sendable (HTTPRequest) -> String

  private let answers: Mutex<[(end: String, answer: Answer)]>
  private let seen = Mutex<[HTTPRequest]>([])
  let clock = TestClock()
  let inbox: AppVerificationInbox

  /// Without more, a service of a project without reCAPTCHA Enterprise.
  init(_ credentials: AppCredentials = AppCredentials()) {
    inbox = AppVerificationInbox(credentials: credentials)
    answers = Mutex([
      ("recaptchaConfig", { _ in #"{"recaptchaEnforcementState":[]}"# }),
      ("recaptchaParams", { _ in #"{"recaptchaSiteKey":"google-key"}"# }),
      ("verifyIosClient", { _ in #"{"receipt":"r1","suggestedTimeout":"5"}"# }),
      ("sendVerificationCode", { _ in #"{"sessionInfo":"s1"}"# }),
    ])
  }

  /// Has the routes whose path ends so answer with JSON, or with a code's refusal.
  func on(_ end: String, _ answer: @escaping Answer) {
    answers.withLock { $0.insert((end, answer), at: 0) }
  }

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    seen.withLock { $0.append(request) }
    guard let answer = answers.withLock({ $0.first { request.path.hasSuffix($0.end) } }) else {
      return HTTPResponse(status: 404)
    }
    let text = answer.answer(request)
    guard text.hasPrefix("{") else {
      return HTTPResponse(status: 400, body: Data(#"{"error":{"code":400,"message":"\#(text)"}}"#.utf8))
    }
    return HTTPResponse(status: 200, body: Data(text.utf8))
  }

  /// The last segments of what was asked.
  var asked: [String] {
    seen.withLock { $0.map { String($0.path.split(separator: "/").last ?? "") } }
  }

  /// The bodies of what was asked at the routes whose path ends so.
  func bodies(_ end: String) -> [JSONValue] {
    seen.withLock { seen in
      seen.filter { $0.path.hasSuffix(end) }
        .compactMap { try? JSONValue(parsing: $0.body) }
    }
  }

  /// An app on this service.
  /// - Parameter onPause: Happens whenever the app waits.
  func auth(
    at endpoint: Endpoint = .production, presenter: (any RecaptchaPresenter)? = nil, hasDevice: Bool = true,
    onPause: @escaping () -> Void = {}, adjust: (AppVerification) -> Void = { _ in }
  ) -> BlockingAuth {
    let backend = Backend(
      endpoint: endpoint, apiKey: "k", project: "demo-usher", transport: self, pause: { _ in })
    let auth = BlockingAuth(backend: backend, now: { [clock] in clock.now })
    let verification = AppVerification(inbox: inbox, now: { [clock] in clock.now }) { [clock] in
      onPause()
      clock.advance(0.25)
    }
    if hasDevice { verification.setAPNSToken([0xAB, 0x01], type: .sandbox) }
    verification.presenter = presenter
    adjust(verification)
    auth.appVerification = verification
    return auth
  }

  func push(_ receipt: String, secret: String = "secret") -> Bool {
    inbox.canHandleNotification(VerificationPush(receipt: receipt, secret: secret).notification)
  }
}

/// Passes every challenge, and remembers which.
final class PresenterStub: RecaptchaPresenter {
  var challenges: [RecaptchaChallenge] = []
  var failure: AuthFailure?

  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String {
    challenges.append(challenge)
    if let failure { throw failure }
    return "token-\(challenges.count)"
  }
}

extension BlockingAuth {
  /// Sends a code, and gives its verification ID.
  @discardableResult
  func sendCode() throws -> String {
    let number = try PhoneNumber(typed: "+16505550123")
    return try verifyPhoneNumber(number).verificationID
  }
}
