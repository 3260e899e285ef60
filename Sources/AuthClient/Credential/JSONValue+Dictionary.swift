import IdentityToolkit

extension JSONValue {
  /// An object's members as Swift's own values; nil for what is no object.
  var dictionary: [String: any Sendable]? {
    members.map { members in
      Dictionary(members.compactMap { member in member.value.plain.map { (member.name, $0) } }) { first, _ in
        first
      }
    }
  }

  /// Nil for null.
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
