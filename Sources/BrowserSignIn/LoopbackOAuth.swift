public import AuthClient
import BrowserPages
public import Essentials
import IdentityToolkit
import Synchronization

/// Signs a person in at an identity provider by the browser of this machine, and catches the way back on loopback.
///
/// ```swift
/// let browser = try LoopbackOAuth(program: "Example", providerID: "google.com") { page in print(page) }
/// try await auth.signIn(with: OAuthProvider(providerID: "google.com", auth: auth), uiDelegate: browser)
/// ```
///
/// One object is for one sign-in. It listens on its port from the beginning to the end of that.
public final class LoopbackOAuth: OAuthUIDelegate {
  /// `http://127.0.0.1:8123/callback`: to be registered with the provider, as the same text.
  public let continueURL: URL

  private let provider: IdentityProvider
  private let visit: BrowserVisit
  private let isUsed = Atomic(false)

  /// Listens on a port of this machine.
  /// - Parameters:
  ///   - program: The program's name, which the pages show.
  ///   - providerID: The provider's id, `google.com`.
  ///   - host: The name in ``continueURL``, `localhost` for example; by default the one that the provider takes.
  ///   - port: The port in ``continueURL``; 0 is any free one.
  ///   - timeLimit: How long the person may take.
  ///   - open: Shows a person's browser an address of this machine, or shows the address to the person. It is good for one
  ///     visit. What it throws ends the sign-in.
  /// - Throws: `AuthErrorCode.webInternalError` where the port is another program's.
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

  /// Sends the browser to `page`; gives the address at which it came back.
  /// - Throws: `AuthErrorCode.webContextCancelled` where it did not in time, `AuthErrorCode.webContextAlreadyPresented` at
  ///   a second call.
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
