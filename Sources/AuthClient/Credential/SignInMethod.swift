/// A method by which an account signs in.
public struct SignInMethod: RawRepresentable, Sendable, Hashable {
  /// The service's word, `emailLink`.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// An address and a password.
  public static let emailPassword = SignInMethod(rawValue: "password")
  /// A mailed link.
  public static let emailLink = SignInMethod(rawValue: "emailLink")
  /// A phone number; never among what the service tells of an address.
  public static let phone = SignInMethod(rawValue: "phone")
  /// Sign in with Apple.
  public static let apple = SignInMethod(rawValue: "apple.com")
  /// Facebook.
  public static let facebook = SignInMethod(rawValue: "facebook.com")
  /// GitHub.
  public static let gitHub = SignInMethod(rawValue: "github.com")
  /// Google.
  public static let google = SignInMethod(rawValue: "google.com")
  /// X, which the service calls by its old name.
  public static let twitter = SignInMethod(rawValue: "twitter.com")
}
