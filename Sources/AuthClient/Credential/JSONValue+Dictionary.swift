import Essentials
import IdentityToolkit

extension JSONValue {
  /// The members of an object as Swift values; nil for any other value.
  var dictionary: [String: any Sendable]? {
    members.map { members in
      Dictionary(members.compactMap { member in member.value.plain.map { (member.name, $0) } }) { first, _ in
        first
      }
    }
  }

  /// The Swift value; nil for null.
  private var plain: (any Sendable)? {
    switch self {
    case .null: nil
    case .bool(let flag): flag
    case .integer(let number): Int(number)
    case .number(let number): number
    case .string(let text): text
    case .array(let values): values.compactMap(\.plain)
    case .object: dictionary
    }
  }
}
