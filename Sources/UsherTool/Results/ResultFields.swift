import Essentials
import IdentityToolkit

/// The paths that a result of some type can have, as `FieldPath` reads them: `account.uid`, `factors[].id`,
/// and `claims.*` for what has no fixed shape.
///
/// They are found by decoding the type with a decoder that has every member, and notes what it is asked for.
enum ResultFields {
  static func of(_ type: (some Decodable).Type) -> [String] {
    let shape = Shape()
    do {
      _ = try shape.value(type)
    } catch {
      fatalError("the fields of \(type) cannot be derived: \(error)")
    }
    return shape.paths
  }
}

/// What was asked for at one place of a result.
private final class Shape {
  private var members: [(name: String, shape: Shape)] = []
  private var element: Shape?
  private var isOpen = false

  /// A value of `type`, whatever it is; how it is decoded is noted here.
  func value<Item: Decodable>(_ type: Item.Type) throws -> Item {
    if type is JSONValue.Type { isOpen = true }
    if let value = Self.plainValue(type), let value = value as? Item { return value }
    return try Item(from: ShapeDecoder(shape: self))
  }

  /// Of the types that decode themselves with a decoder of their own type, and of those that have few values.
  private static func plainValue(_ type: any Decodable.Type) -> Any? {
    switch type {
    case is JSONValue.Type: JSONValue.null
    case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
    case is String.Type: ""
    case is Bool.Type: false
    case is Double.Type: 0.0
    case let type as any FixedWidthInteger.Type: type.init(0)
    case let type as any CaseIterable.Type: firstCase(of: type)
    default: nil
    }
  }

  private static func firstCase(of type: (some CaseIterable).Type) -> Any? { type.allCases.first }

  /// Who asks for a member again means another shape.
  func member(_ key: some CodingKey) -> Shape {
    let (shape, name) = (Shape(), key.resultName)
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].shape = shape
    } else {
      members.append((name, shape))
    }
    return shape
  }

  func nextElement() -> Shape {
    let shape = Shape()
    element = shape
    return shape
  }

  /// The paths that begin here, each with a point or brackets in front unless it is the whole.
  private var branches: [String] {
    if isOpen { return [".*"] }
    if let element { return element.branches.map { "[]" + $0 } }
    return members.isEmpty ? [""] : members.flatMap { name, shape in shape.branches.map { ".\(name)\($0)" } }
  }

  var paths: [String] { members.isEmpty ? [] : branches.map { String($0.dropFirst()) } }
}

private struct ShapeDecoder: Decoder, SingleValueDecodingContainer {
  let shape: Shape
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(shape: shape))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(shape: shape) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }
  func decode<Item: Decodable>(_ type: Item.Type) throws -> Item { try shape.value(type) }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let shape: Shape
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }
  func decode<Item: Decodable>(_ type: Item.Type, forKey key: Key) throws -> Item {
    try shape.member(key).value(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(Members<Nested>(shape: shape.member(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    Elements(shape: shape.member(key))
  }

  func superDecoder() -> any Decoder { ShapeDecoder(shape: shape) }
  func superDecoder(forKey key: Key) -> any Decoder { ShapeDecoder(shape: shape.member(key)) }
}

/// A list with one element.
private struct Elements: UnkeyedDecodingContainer {
  let shape: Shape
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 1 }
  private(set) var currentIndex = 0
  var isAtEnd: Bool { currentIndex > 0 }

  private mutating func next() -> Shape {
    currentIndex += 1
    return shape.nextElement()
  }

  func decodeNil() -> Bool { false }
  mutating func decode<Item: Decodable>(_ type: Item.Type) throws -> Item { try next().value(type) }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(Members<Nested>(shape: next()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Elements(shape: next()) }
  mutating func superDecoder() -> any Decoder { ShapeDecoder(shape: next()) }
}

/// A path into a result, `pending.id` or `messages.0.code`.
struct FieldPath {
  private let names: [Substring]

  init(_ text: String) {
    names = text.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// Whether a result with these `fields` can ever have the path. A field `messages[].code` is reached by a
  /// number; whatever stands below `claims.*` is open.
  func fits(_ fields: [String]) -> Bool {
    fields.contains { field in
      var pattern = field.split(separator: ".").flatMap { name -> [Substring] in
        name.hasSuffix("[]") ? [name.dropLast(2), "[]"] : [name]
      }[...]
      for name in names {
        guard let expected = pattern.popFirst() else { return false }
        if expected == "*" { return true }
        if expected == "[]" ? Int(name) == nil : name != expected { return false }
      }
      return true
    }
  }

  /// The value in `result`; nil where this result lacks it.
  func value(in result: JSONValue) -> JSONValue? {
    names.reduce(result as JSONValue?) { value, name in
      if let elements = value?.array {
        guard let index = Int(name), elements.indices.contains(index) else { return nil }
        return elements[index]
      }
      return value?[String(name)]
    }
  }
}

extension JSONValue {
  /// The value as `--field` prints it: text bare, nothing for null, anything else as JSON.
  var bare: String {
    switch self {
    case .null: ""
    case .string(let text): text
    default: text
    }
  }
}
