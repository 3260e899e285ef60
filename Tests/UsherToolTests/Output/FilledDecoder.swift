import Essentials
import IdentityToolkit

/// Makes a value of any result's type in which every text is the same, every list has one element and nothing is
/// missing.
struct FilledDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func value<Item: Decodable>(_ type: Item.Type, text: String) throws -> Item {
    try FilledDecoder(text: text).decode(type)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(decoder: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Elements(decoder: self) }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  func decode<Item: Decodable>(_ type: Item.Type) throws -> Item {
    if let value = plainValue(type) as? Item { return value }
    return try Item(from: self)
  }

  private func plainValue(_ type: any Decodable.Type) -> Any? {
    switch type {
    case is JSONValue.Type: JSONValue.object([.init(text, .array([.string(text)]))])
    case is Date.Type: Date(timeIntervalSinceReferenceDate: 0)
    case is String.Type: text
    case is Bool.Type: true
    case is Double.Type: 1.5
    case let type as any FixedWidthInteger.Type: type.init(1)
    case let type as any CaseIterable.Type: firstCase(of: type)
    default: nil
    }
  }

  private func firstCase(of type: (some CaseIterable).Type) -> Any? { type.allCases.first }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FilledDecoder
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Item: Decodable>(_ type: Item.Type, forKey key: Key) throws -> Item {
      try decoder.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      decoder.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { decoder }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let decoder: FilledDecoder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    private(set) var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(decoder: FilledDecoder) { self.decoder = decoder }

    func decodeNil() -> Bool { false }

    mutating func decode<Item: Decodable>(_ type: Item.Type) throws -> Item {
      currentIndex += 1
      return try decoder.decode(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
      currentIndex += 1
      return decoder.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer {
      currentIndex += 1
      return decoder.unkeyedContainer()
    }

    mutating func superDecoder() -> any Decoder { decoder }
  }
}
