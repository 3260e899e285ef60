import Essentials
import IdentityToolkit

/// Makes JSON of a value that encodes itself: members in the order in which they are encoded, their names in snake case,
/// nil as null unless the value `OmitsMissing`, times in whole milliseconds.
enum ResultEncoder {
  static func json(of value: some Encodable) -> JSONValue {
    do {
      return try encoded(value)
    } catch {
      // Nothing of the error: it may hold what the value holds.
      fatalError("a result cannot be encoded: \(type(of: value))")
    }
  }

  fileprivate static func encoded(_ value: some Encodable) throws -> JSONValue {
    switch value {
    // Only types, no protocols: to ask whether a type conforms takes a look at every conformance there is.
    case let json as JSONValue: return json
    case let text as String: return .string(text)
    case let date as Date: return .string(date.rfc3339)
    default:
      let node = Node(omitsMissing: value is any OmitsMissing)
      try value.encode(to: NodeEncoder(node: node))
      return node.json
    }
  }
}

extension CodingKey {
  var resultName: String { stringValue.asciiWords(separatedBy: "_") }
}

/// One JSON value while it is made, for all the containers that are asked for it.
private final class Node {
  let omitsMissing: Bool
  private var content = Content.members([])

  private enum Content {
    case value(JSONValue)
    case members([(name: String, node: Node)])
    case elements([Node])
  }

  init(omitsMissing: Bool) {
    self.omitsMissing = omitsMissing
  }

  var json: JSONValue {
    switch content {
    case .value(let value): value
    case .members(let members): .object(members.map { .init($0.name, $0.node.json) })
    case .elements(let elements): .array(elements.map(\.json))
    }
  }

  var count: Int {
    if case .elements(let elements) = content { elements.count } else { 0 }
  }

  func become(_ value: JSONValue) { content = .value(value) }

  func becomeArray() {
    if case .elements = content { return }
    content = .elements([])
  }

  /// The member to be encoded now; one that was encoded before is replaced in its place.
  func member(_ key: some CodingKey) -> Node {
    var members: [(name: String, node: Node)] = []
    if case .members(let present) = content { members = present }
    let child = Node(omitsMissing: omitsMissing)
    let name = key.resultName
    if let index = members.firstIndex(where: { $0.name == name }) {
      members[index].node = child
    } else {
      members.append((name, child))
    }
    content = .members(members)
    return child
  }

  func element() -> Node {
    var elements: [Node] = []
    if case .elements(let present) = content { elements = present }
    let child = Node(omitsMissing: omitsMissing)
    content = .elements(elements + [child])
    return child
  }
}

private struct NodeEncoder: Encoder, SingleValueEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return Elements(node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() { node.become(.null) }
  func encode<Item: Encodable>(_ value: Item) throws { node.become(try ResultEncoder.encoded(value)) }

  // What a simple value encodes itself by.
  func encode(_ value: Bool) { node.become(.bool(value)) }
  func encode(_ value: String) { node.become(.string(value)) }
  func encode(_ value: Double) { node.become(.number(value)) }
  func encode(_ value: Float) { node.become(.number(Double(value))) }
  func encode(_ value: Int) { become(value) }
  func encode(_ value: Int8) { become(value) }
  func encode(_ value: Int16) { become(value) }
  func encode(_ value: Int32) { become(value) }
  func encode(_ value: Int64) { become(value) }
  func encode(_ value: UInt) { become(value) }
  func encode(_ value: UInt8) { become(value) }
  func encode(_ value: UInt16) { become(value) }
  func encode(_ value: UInt32) { become(value) }
  func encode(_ value: UInt64) { become(value) }

  private func become(_ number: some BinaryInteger) { node.become(.integer(Int64(clamping: number))) }
}

private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: Node
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { node.member(key).become(.null) }

  func encode<Item: Encodable>(_ value: Item, forKey key: Key) throws {
    node.member(key).become(try ResultEncoder.encoded(value))
  }

  private func encodeOrNull(_ value: (some Encodable)?, _ key: Key) throws {
    if let value { return try encode(value, forKey: key) }
    if !node.omitsMissing { encodeNil(forKey: key) }
  }

  func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws { try encodeOrNull(value, key) }

  // Without these, the library's own leave out what is nil.
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Members<Nested>(node: node.member(key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.member(key)).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { NodeEncoder(node: node) }
  func superEncoder(forKey key: Key) -> any Encoder { NodeEncoder(node: node.member(key)) }
}

private struct Elements: UnkeyedEncodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { [] }
  var count: Int { node.count }

  func encodeNil() { node.element().become(.null) }
  func encode<Item: Encodable>(_ value: Item) throws {
    node.element().become(try ResultEncoder.encoded(value))
  }

  func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(Members<Nested>(node: node.element()))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    NodeEncoder(node: node.element()).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { NodeEncoder(node: node.element()) }
}

/// A member that is null where it has no value, even in a result that leaves out what it lacks.
package struct Nullable<Content: Codable & Sendable>: Codable, Sendable {
  package var value: Content?

  package init(_ value: Content?) {
    self.value = value
  }

  package init(from decoder: any Decoder) throws {
    value = try decoder.singleValueContainer().decode(Content?.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A result, or a part of one, that leaves out what it lacks; others show null.
package protocol OmitsMissing {}
