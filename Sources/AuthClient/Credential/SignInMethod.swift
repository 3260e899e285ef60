/// A sign-in method of an account.
public struct SignInMethod: RawRepresentable, Sendable, Hashable {
  /// The service's name for the method, for example `emailLink`.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An address and a password.
  public static let emailPassword = SignInMethod(rawValue: "password")
  /// An e-mail link.
  public static let emailLink = SignInMethod(rawValue: "emailLink")
  /// A phone number. The service never lists it among an address's methods.
  public static let phone = SignInMethod(rawValue: "phone")
  /// Sign in with Apple.
  public static let apple = SignInMethod(rawValue: "apple.com")
  /// Facebook.
  public static let facebook = SignInMethod(rawValue: "facebook.com")
  /// GitHub.
  public static let gitHub = SignInMethod(rawValue: "github.com")
  /// Google.
  public static let google = SignInMethod(rawValue: "google.com")
  /// X, which the service still calls Twitter.
  public static let twitter = SignInMethod(rawValue: "twitter.com")
}
