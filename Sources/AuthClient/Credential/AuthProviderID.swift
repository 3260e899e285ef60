/// A sign-in provider.
public struct AuthProviderID: Sendable, Hashable, CustomStringConvertible {
  /// The id that the service has for it, `google.com`.
  public let rawValue: String

  public var description: String { rawValue }

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Sign in with Apple.
  public static let apple = AuthProviderID("apple.com")
  /// Addresses, with passwords or with mailed links.
  public static let email = AuthProviderID("password")
  /// Facebook.
  public static let facebook = AuthProviderID("facebook.com")
  /// Apple's Game Center.
  public static let gameCenter = AuthProviderID("gc.apple.com")
  /// GitHub.
  public static let gitHub = AuthProviderID("github.com")
  /// Google.
  public static let google = AuthProviderID("google.com")
  /// Microsoft, work and school accounts included.
  public static let microsoft = AuthProviderID("microsoft.com")
  /// Phone numbers.
  public static let phone = AuthProviderID("phone")
  /// X, which the service calls by its old name.
  public static let twitter = AuthProviderID("twitter.com")
  /// Yahoo.
  public static let yahoo = AuthProviderID("yahoo.com")

  /// One of the project's own, `oidc.corp` or `saml.corp`, or one that came after this library.
  public static func custom(_ id: String) -> AuthProviderID { AuthProviderID(id) }
}
