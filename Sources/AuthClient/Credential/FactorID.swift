/// A kind of second factor.
public struct FactorID: RawRepresentable, Codable, Sendable, Hashable {
  /// The name in the SDKs: `phone` or `totp`.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A code sent by SMS.
  public static let phone = FactorID(rawValue: "phone")
  /// A code from an authenticator app (RFC 6238).
  public static let totp = FactorID(rawValue: "totp")
  /// A kind of factor that this library does not know. Lists show it.
  package static let unsupported = FactorID(rawValue: "unsupported")
}
