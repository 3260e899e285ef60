import Essentials

/// The value of a claim: any JSON value.
///
/// You can write values as literals: `token.claims["role"] == "admin"`.
public enum ClaimValue: Sendable, Equatable {
  /// JSON's `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that fits in 64 bits.
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
  /// The text, or nil if the value is not text.
  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The truth value, or nil if the value is not one.
  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  /// The whole number, or nil if the value is not one.
  public var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The number, with or without a fraction, or nil if the value is not a number.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  /// The elements, or nil if the value is not an array.
  public var array: [ClaimValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// Returns the member called `name`, or nil if there is none or the value is not an object.
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
  /// Creates a text value.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a number with a fraction.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates an array.
  public init(arrayLiteral elements: ClaimValue...) { self = .array(elements) }
  /// Creates an object.
  ///
  /// If several members have the same name, the first one counts.
  public init(dictionaryLiteral elements: (String, ClaimValue)...) {
    self = .object(Dictionary(elements, uniquingKeysWith: { first, _ in first }))
  }
  /// Creates JSON's `null`.
  public init(nilLiteral: ()) { self = .null }
}
