/// Reads JSON from others: bodies, tokens' payloads, files, arguments, and text inside other JSON.
///
/// All JSON is read here. The reader needs stack for each level of nesting, and the thread of a connection has little.
/// So the depth of a text is limited.
package struct JSONReader: Sendable {
  package enum Problem: Error, Sendable {
    case tooDeep
    /// The text is not JSON, or does not have the expected form.
    case malformed(any Error)
  }

  /// The maximum depth. The service's answers do not reach half of it.
  package static let deepest = 32

  /// A reader that does not change names, and reads dates as Foundation's encoder writes them.
  package static let plain = JSONReader()

  private let dates: JSONDates
  private let isSnakeCase: Bool

  /// - Parameter isSnakeCase: Whether the text may have names in snake case in place of camel case. Names that stand
  ///   for themselves, in a dictionary, are not changed.
  package init(dates: JSONDates = .secondsSince2001, isSnakeCase: Bool = false) {
    self.dates = dates
    self.isSnakeCase = isSnakeCase
  }

  package func read<Value: Decodable>(
    _ type: Value.Type, from text: Data
  ) throws(Problem) -> Value {
    try read(type, from: try Self.value(of: text))
  }

  package func read<Value: Decodable>(
    _ type: Value.Type, from text: String
  ) throws(Problem) -> Value {
    try read(type, from: Data(text.utf8))
  }

  /// Parses `text`.
  package static func value(of text: Data) throws(Problem) -> JSONValue {
    do {
      return try JSONValue(parsing: text)
    } catch {
      throw error == .tooDeep ? .tooDeep : .malformed(error)
    }
  }

  /// Reads a value that has been parsed.
  package func read<Value: Decodable>(_ type: Value.Type, from value: JSONValue) throws(Problem) -> Value {
    do {
      return try ValueDecoder(value: value, place: nil, dates: dates, isSnakeCase: isSnakeCase).decode(type)
    } catch {
      throw .malformed(error)
    }
  }
}

/// The form of dates in JSON.
package enum JSONDates: Sendable {
  /// The form that Foundation uses if it is told no other.
  case secondsSince2001
  /// RFC 3339, in whole milliseconds.
  case rfc3339
}

/// The path to a value, innermost first.
private final class Place {
  let parent: Place?
  let key: any CodingKey

  init(_ key: any CodingKey, in parent: Place?) {
    self.parent = parent
    self.key = key
  }

  static func path(_ place: Place?) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var place = place
    while let current = place {
      path.append(current.key)
      place = current.parent
    }
    return path.reversed()
  }
}

private struct Index: CodingKey {
  let intValue: Int?
  var stringValue: String { "Index \(intValue ?? 0)" }

  init(_ index: Int) { intValue = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { self.intValue = intValue }
}

/// The decoder that values read themselves from.
struct ValueDecoder: Decoder, SingleValueDecodingContainer {
  fileprivate let value: JSONValue
  fileprivate let place: Place?
  fileprivate let dates: JSONDates
  fileprivate let isSnakeCase: Bool

  /// The value as JSON, with names in camel case.
  var whole: JSONValue { isSnakeCase ? value.inCamelCase : value }
  var codingPath: [any CodingKey] { Place.path(place) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(Members<Key>(members, in: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([Any].self) }
    return Elements(elements, in: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  fileprivate func at(_ key: some CodingKey, _ value: JSONValue) -> ValueDecoder {
    ValueDecoder(value: value, place: Place(key, in: place), dates: dates, isSnakeCase: isSnakeCase)
  }

  func decodeNil() -> Bool { value == .null }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let flag) = value else { throw mismatch(type) }
    return flag
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let text) = value else { throw mismatch(type) }
    return text
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch value {
    case .integer(let number): return Double(number)
    case .number(let number): return number
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float {
    let number = Float(try decode(Double.self))
    guard number.isFinite else { throw corrupted }
    return number
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  private func integer<Number: FixedWidthInteger>() throws -> Number {
    let number: Number?
    switch value {
    case .integer(let integer): number = Number(exactly: integer)
    case .number(let double): number = Number(exactly: double)
    default: throw mismatch(Number.self)
    }
    guard let number else { throw corrupted }
    return number
  }

  func decode<Item: Decodable>(_ type: Item.Type) throws -> Item {
    // These compare types. To ask whether a type conforms to a protocol searches every conformance of the program.
    if type == JSONValue.self, let value = whole as? Item { return value }
    if type == Data.self, let data = try data() as? Item { return data }
    if type == Date.self, let date = try date() as? Item { return date }
    return try Item(from: self)
  }

  private func data() throws -> Data {
    guard let data = Data(base64Encoded: try decode(String.self)) else { throw corrupted }
    return data
  }

  private func date() throws -> Date {
    switch dates {
    case .secondsSince2001: return Date(timeIntervalSinceReferenceDate: try decode(Double.self))
    case .rfc3339:
      guard let date = Date(rfc3339: try decode(String.self)) else { throw corrupted }
      return Date(milliseconds: date.milliseconds)
    }
  }

  private func mismatch(_ type: any Any.Type) -> DecodingError {
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: "")
    return value == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private var corrupted: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: ""))
  }
}

/// An object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: [JSONValue.Member]
  private let decoder: ValueDecoder
  /// The places of the members, if they are many.
  private let index: [String: Int]?
  var codingPath: [any CodingKey] { decoder.codingPath }

  init(_ members: [JSONValue.Member], in decoder: ValueDecoder) {
    self.members = members
    self.decoder = decoder
    index =
      members.count > 32
      ? Dictionary(members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { one, _ in one }) : nil
  }

  var allKeys: [Key] {
    var keys: [Key] = []
    for member in members { if let key = Key(stringValue: member.name) { keys.append(key) } }
    return keys
  }

  private func find(_ name: String) -> JSONValue? {
    let place = index.map { $0[name] } ?? members.firstIndex { $0.name == name }
    if let place { return members[place].value }
    guard decoder.isSnakeCase else { return nil }
    return members.first { $0.name.camelCase == name }?.value
  }

  private func value(_ key: Key) throws -> ValueDecoder {
    guard let value = find(key.stringValue) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: ""))
    }
    return decoder.at(key, value)
  }

  /// Returns the member's value, unless it is missing or null.
  private func present(_ key: Key) -> ValueDecoder? {
    guard let value = find(key.stringValue), value != .null else { return nil }
    return decoder.at(key, value)
  }

  func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try value(key).decodeNil() }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try value(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try value(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try value(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try value(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try value(key).decode(type) }
  func decode<Item: Decodable>(_ type: Item.Type, forKey key: Key) throws -> Item {
    try value(key).decode(type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try present(key)?.decode(type) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try present(key)?.decode(type)
  }
  func decodeIfPresent<Item: Decodable>(_ type: Item.Type, forKey key: Key) throws -> Item? {
    try present(key)?.decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try value(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try value(key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { fatalError("no value that is read is of a class") }
  func superDecoder(forKey key: Key) -> any Decoder { fatalError("no value that is read is of a class") }
}

/// An array.
private struct Elements: UnkeyedDecodingContainer {
  private let elements: [JSONValue]
  private let decoder: ValueDecoder
  private(set) var currentIndex = 0
  var codingPath: [any CodingKey] { decoder.codingPath }

  init(_ elements: [JSONValue], in decoder: ValueDecoder) {
    self.elements = elements
    self.decoder = decoder
  }

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  private func next() throws -> ValueDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(Any.self, .init(codingPath: codingPath, debugDescription: ""))
    }
    return decoder.at(Index(currentIndex), elements[currentIndex])
  }

  mutating func decodeNil() throws -> Bool {
    guard try next().decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Item: Decodable>(_ type: Item.Type) throws -> Item {
    let item = try next().decode(type)
    currentIndex += 1
    return item
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try next().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() -> any Decoder { fatalError("no value that is read is of a class") }
}

extension JSONValue {
  /// Whether a name of any object has an underscore.
  package var hasSnakeCase: Bool {
    switch self {
    case .object(let members):
      members.contains { $0.name.utf8.contains(UInt8(ascii: "_")) || $0.value.hasSnakeCase }
    case .array(let elements): elements.contains(where: \.hasSnakeCase)
    default: false
    }
  }

  /// The same value with all names in camel case.
  package var inCamelCase: JSONValue {
    switch self {
    case .object(let members): .object(members.map { Member($0.name.camelCase, $0.value.inCamelCase) })
    case .array(let elements): .array(elements.map(\.inCamelCase))
    default: self
    }
  }
}

extension String {
  /// The name in camel case, for a name in snake case. Underscores at its start and end stay.
  fileprivate var camelCase: String {
    let words = split(separator: "_")
    guard words.count > 1 else { return self }
    let start = prefix { $0 == "_" }
    let end = reversed().prefix { $0 == "_" }
    return words.dropFirst().reduce(start + words[0].asciiLowercased()) { name, word in
      name + word.prefix(1).asciiUppercased() + word.dropFirst().asciiLowercased()
    } + end
  }
}

extension [any CodingKey] {
  /// The path of a value, for example `profiles.work.bindings[0].project`.
  package var place: String {
    reduce(into: "") { place, key in
      if let index = key.intValue {
        place += "[\(index)]"
      } else {
        place += place.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
  }
}
