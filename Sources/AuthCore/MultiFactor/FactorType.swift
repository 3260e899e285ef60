/// A kind of second factor.
package struct FactorType: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let phone = FactorType(rawValue: "phone")
  package static let totp = FactorType(rawValue: "totp")
  /// A kind that came after this library; shown, never dropped.
  package static let unsupported = FactorType(rawValue: "unsupported")
}
