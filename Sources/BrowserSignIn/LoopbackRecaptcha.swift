public import AuthClient
import BrowserPages
public import Essentials
import IdentityToolkit

/// A delegate that shows reCAPTCHA in the user's browser, on a page that the program serves on this machine.
///
/// In Google's settings, the project's reCAPTCHA key must allow the page's host. An emulator allows any host. A
/// `LocalServer` has to listen, because the browser loads the challenge from it.
public struct LoopbackRecaptcha: AuthUIDelegate {
  private let auth: Auth
  private let words: ProgramWords
  private let host: String
  private let port: Int
  private let timeLimit: Duration
  private let open: @Sendable (URL) async throws -> Void

  /// Creates a delegate that opens the page with `open`.
  /// - Parameters:
  ///   - auth: The client that sends the codes.
  ///   - program: The program's name, which the page shows.
  ///   - host: The host in the page's address.
  ///   - port: The port in the page's address; 0 for any free port.
  ///   - timeLimit: How long the user may take.
  ///   - open: Opens an address of this machine in the user's browser, or shows it to the user. The address works for
  ///     one visit. An error ends the wait.
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

  /// Shows `challenge` on the page, and returns reCAPTCHA's token.
  /// - Throws: `AuthErrorCode.webContextCancelled` if the user cancels or takes too long.
  ///   `AuthErrorCode.webInternalError` if the page cannot be served.
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

  /// Returns the server whose script runs the challenge.
  private func source(of challenge: RecaptchaChallenge) throws(AuthError) -> RecaptchaPage.Source {
    guard LocalSiteKey(challenge.siteKey) != nil else { return .google }
    guard let origin = auth.browserOrigin else {
      throw AuthError(.webInternalError, message: "no browser reaches a server that does not listen")
    }
    return .server(origin: origin)
  }
}
