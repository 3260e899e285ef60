/// The ID of a sign-in provider.
public struct AuthProviderID: Sendable, Hashable, CustomStringConvertible {
  /// The service's ID for the provider, for example `google.com`.
  public let rawValue: String

  public var description: String { rawValue }

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  /// Sign in with Apple.
  public static let apple = AuthProviderID("apple.com")
  /// E-mail addresses, with passwords or e-mail links.
  public static let email = AuthProviderID("password")
  /// Facebook.
  public static let facebook = AuthProviderID("facebook.com")
  /// Apple's Game Center.
  public static let gameCenter = AuthProviderID("gc.apple.com")
  /// GitHub.
  public static let gitHub = AuthProviderID("github.com")
  /// Google.
  public static let google = AuthProviderID("google.com")
  /// Microsoft, including work and school accounts.
  public static let microsoft = AuthProviderID("microsoft.com")
  /// Phone numbers.
  public static let phone = AuthProviderID("phone")
  /// X, which the service still calls Twitter.
  public static let twitter = AuthProviderID("twitter.com")
  /// Yahoo.
  public static let yahoo = AuthProviderID("yahoo.com")

  /// Returns the ID of another provider, for example `oidc.corp` or `saml.corp`.
  public static func custom(_ id: String) -> AuthProviderID { AuthProviderID(id) }
}
