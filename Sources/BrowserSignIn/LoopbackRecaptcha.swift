public import AuthClient
import BrowserPages
public import Essentials
import IdentityToolkit

/// Has a person pass reCAPTCHA by the browser of this machine, on a page that the program serves on loopback.
///
/// Google's reCAPTCHA has to allow the page's host for the project's key; an emulator's has no such rule.
public struct LoopbackRecaptcha: AuthUIDelegate {
  private let auth: Auth
  private let words: ProgramWords
  private let host: String
  private let port: Int
  private let timeLimit: Duration
  private let open: @Sendable (URL) async throws -> Void

  /// Shows the page by `open`.
  /// - Parameters:
  ///   - auth: The client that asks for codes.
  ///   - program: The program's name, which the page shows.
  ///   - host: The name in the page's address.
  ///   - port: The port in the page's address; 0 is any free one.
  ///   - timeLimit: How long the person may take.
  ///   - open: Shows a person's browser an address of this machine, or shows the address to the person. It is good for one
  ///     visit. What it throws ends the wait.
  public init(
    auth: Auth, program: String, host: String = "localhost", port: Int = 0,
    timeLimit: Duration = .seconds(300), open: @escaping @Sendable (URL) async throws -> Void
  ) {
    self.auth = auth
    words = ProgramWords(program)
    self.host = host
    self.port = port
    self.timeLimit = timeLimit
    self.open = open
  }

  /// - Throws: `AuthErrorCode.webContextCancelled` where the person gave up or took too long,
  ///   `AuthErrorCode.webInternalError` where no page can be served.
  public func token(for challenge: RecaptchaChallenge) async throws -> String {
    let visit = try BrowserVisit(
      to: RecaptchaPage(challenge, from: try source(of: challenge), language: auth.languageCode), for: words,
      host: host, port: port, timeLimit: timeLimit, open: open)
    let result = try await visit.result { result in
      RecaptchaPage.token(in: result) == nil ? .failure("Cancelled") : .success("reCAPTCHA is passed")
    }
    guard let token = RecaptchaPage.token(in: result) else { throw AuthError(.webContextCancelled) }
    return token
  }

  /// Whose script runs the challenge.
  private func source(of challenge: RecaptchaChallenge) throws(AuthError) -> RecaptchaPage.Source {
    guard LocalSiteKey(challenge.siteKey) != nil else { return .google }
    guard case .emulator(let origin) = auth.endpoint else {
      throw AuthError(.webInternalError, message: "no browser reaches a server that does not listen")
    }
    return .server(origin: origin)
  }
}
