public import Essentials

/// A delegate that sends a user to an identity provider's page, and receives the address that the browser comes back
/// to.
///
/// `LoopbackOAuth` of the product `BrowserSignIn` does this with a port of this machine.
public protocol OAuthUIDelegate: Sendable {
  /// The address that the browser comes back to, for example `http://localhost:8123`.
  ///
  /// It must be registered with the provider, on one of the project's authorized domains.
  var continueURL: URL { get }

  /// Shows `page` to the user, and returns the whole address that the browser came back to.
  func callbackURL(of page: URL) async throws -> URL
}
