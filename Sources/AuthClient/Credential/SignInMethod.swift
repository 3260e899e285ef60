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
  public static let apple = SignInMethod(rawValue: "apple.com")
  public static let facebook = SignInMethod(rawValue: "facebook.com")
  public static let gitHub = SignInMethod(rawValue: "github.com")
  public static let google = SignInMethod(rawValue: "google.com")
  public static let twitter = SignInMethod(rawValue: "twitter.com")
}
