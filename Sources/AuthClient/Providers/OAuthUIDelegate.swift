public import Essentials

/// Sends a person to an identity provider's page, and catches the address at which the browser comes back.
///
/// `LoopbackOAuth` of the product `BrowserSignIn` does it by a port of this machine.
public protocol OAuthUIDelegate: Sendable {
  /// Where the browser is to come back to: an address that is registered with the provider, on a domain that the project
  /// authorizes; `http://localhost:8123` for a program that listens there.
  var continueURL: URL { get }

  /// Shows a person `page`; gives the whole address at which the browser came back.
  func callbackURL(of page: URL) async throws -> URL
}
