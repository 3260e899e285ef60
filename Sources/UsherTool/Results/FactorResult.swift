import AuthClient
import Essentials

/// A second factor in a result.
struct FactorResult: Codable, Sendable {
  var id: String
  var type: String
  /// The number, masked; nil for other kinds.
  var hint: String?
  var name: String?
  var enrolledAt: Date?

  init(_ factor: EnrolledFactor) {
    id = factor.uid
    type = factor.type.rawValue
    hint = factor.hint
    name = factor.displayName
    enrolledAt = factor.enrolledAt
  }
}
