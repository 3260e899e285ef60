/// A kind of second factor.
public struct FactorID: RawRepresentable, Codable, Sendable, Hashable {
  /// The SDKs' word, `phone` or `totp`.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A code by SMS.
  public static let phone = FactorID(rawValue: "phone")
  /// A code of an authenticator app (RFC 6238).
  public static let totp = FactorID(rawValue: "totp")
  /// A kind that came after this library; shown, never dropped.
  package static let unsupported = FactorID(rawValue: "unsupported")
}
