/// A sign-in provider.
public struct AuthProviderID: Sendable, Hashable, CustomStringConvertible {
  /// The id that the service has for it, `google.com`.
  public let rawValue: String

  public var description: String { rawValue }

  private init(_ rawValue: String) {
    self.rawValue = rawValue
  }

  public static let apple = AuthProviderID("apple.com")
  public static let email = AuthProviderID("password")
  public static let facebook = AuthProviderID("facebook.com")
  public static let gameCenter = AuthProviderID("gc.apple.com")
  public static let gitHub = AuthProviderID("github.com")
  public static let google = AuthProviderID("google.com")
  public static let microsoft = AuthProviderID("microsoft.com")
  public static let phone = AuthProviderID("phone")
  public static let twitter = AuthProviderID("twitter.com")
  public static let yahoo = AuthProviderID("yahoo.com")

  /// One of the project's own, `oidc.corp` or `saml.corp`, or one that came after this library.
  public static func custom(_ id: String) -> AuthProviderID { AuthProviderID(id) }
}
