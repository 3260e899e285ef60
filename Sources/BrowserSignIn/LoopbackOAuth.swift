public import AuthClient
import BrowserPages
public import Essentials
import IdentityToolkit
import Synchronization

/// A delegate that signs a user in at an identity provider, with a browser and a loopback port of this machine.
///
/// ```swift
/// let browser = try LoopbackOAuth(program: "Example", providerID: "google.com") { page in print(page) }
/// try await auth.signIn(with: OAuthProvider(providerID: "google.com", auth: auth), uiDelegate: browser)
/// ```
///
/// Create one object for each sign-in. It listens on its port from the initializer until the sign-in ends.
public final class LoopbackOAuth: OAuthUIDelegate {
  /// The address that the browser comes back to, for example `http://127.0.0.1:8123/callback`.
  ///
  /// Register exactly this text with the provider.
  public let continueURL: URL

  private let provider: IdentityProvider
  private let visit: BrowserVisit
  private let isUsed = Atomic(false)

  /// Starts to listen on a port of this machine.
  /// - Parameters:
  ///   - program: The program's name, which the pages show.
  ///   - providerID: The provider's ID, for example `google.com`.
  ///   - host: The host in ``continueURL``, for example `localhost`. The default is a host that the provider accepts.
  ///   - port: The port in ``continueURL``; 0 for any free port.
  ///   - timeLimit: How long the user may take.
  ///   - open: Opens an address of this machine in the user's browser, or shows it to the user. The address works for
  ///     one visit. An error ends the sign-in.
  /// - Throws: `AuthErrorCode.webInternalError` if another program uses the port.
  public init(
    program: String, providerID: String, host: String? = nil, port: Int = 8123,
    timeLimit: Duration = .seconds(300), open: @escaping @Sendable (URL) async throws -> Void
  ) throws(AuthError) {
    provider = IdentityProvider(providerID)
    let words = ProgramWords(program)
    visit = try BrowserVisit(
      to: CallbackPage(of: provider.name, words: words), for: words, host: host ?? provider.loopbackHost,
      port: port, timeLimit: timeLimit, open: open)
    guard let url = URL(string: visit.page.continueURL) else { throw AuthError(.invalidArgument) }
    continueURL = url
  }

  /// Sends the browser to `page`, and returns the address that it came back to.
  /// - Throws: `AuthErrorCode.webContextCancelled` if the browser does not come back in time.
  ///   `AuthErrorCode.webContextAlreadyPresented` if you call it a second time.
  public func callbackURL(of page: URL) async throws -> URL {
    guard !isUsed.exchange(true, ordering: .relaxed) else { throw AuthError(.webContextAlreadyPresented) }
    visit.page.send(to: page.absoluteString)
    let callbackURL = visit.page.continueURL
    let address = try await visit.result { [provider] address in
      switch ProviderCallback(pasted: address, to: callbackURL)?.answer {
      case .response: .success("\(provider.name) has signed you in")
      case .cancelled: .failure("The sign-in at \(provider.name) was cancelled")
      case .error, nil: .failure("\(provider.name) refused the sign-in")
      }
    }
    guard let url = URL(string: address) else { throw AuthError(.internalError) }
    return url
  }
}
