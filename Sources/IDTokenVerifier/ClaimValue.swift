import IdentityToolkit

/// The value of a claim: any JSON.
///
/// Literals stand for themselves: `token.claims["role"] == "admin"`.
public enum ClaimValue: Sendable, Equatable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that 64 bits can hold.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([ClaimValue])
  /// Values by name.
  case object([String: ClaimValue])
}

extension ClaimValue {
  /// The text; nil for anything else.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value; nil for anything else.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The whole number; nil for anything else.
  public var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The number, whole or not; nil for anything else.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The elements; nil for anything else.
  public var array: [ClaimValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The member called `name`; nil where there is none or this is no object.
  public subscript(name: String) -> ClaimValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .integer(let number): self = .integer(number)
    case .number(let number): self = .number(number)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(ClaimValue.init))
    case .object(let members):
      self = .object(
        Dictionary(members.map { ($0.name, ClaimValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}

extension ClaimValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
  ExpressibleByNilLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .string(value) }
  /// A truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// An array.
  public init(arrayLiteral elements: ClaimValue...) { self = .array(elements) }
  /// An object; of members with the same name the first counts.
  public init(dictionaryLiteral elements: (String, ClaimValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
  /// JSON's `null`.
  public init(nilLiteral: ()) { self = .null }
}
