/// A writer of values as JSON.
///
/// The members of each object keep the order of its type.
///
/// Foundation's encoder first builds a tree of dictionaries, which takes more than twice as long. For a list of a
/// thousand accounts, this is most of the time.
package enum JSONWriter {
  package static func data(_ value: some Encodable, dates: JSONDates = .secondsSince2001) throws -> Data {
    let output = JSONOutput(dates: dates)
    try output.write(value)
    return Data(output.text.bytes)
  }

  /// Returns the content of a file that people may read: sorted members, a line for each value, and a newline at the
  /// end; nil if JSON cannot express the value.
  package static func fileData(_ value: some Encodable, dates: JSONDates = .secondsSince2001) -> Data? {
    guard let data = try? data(value, dates: dates), let sorted = JSONValue(json: data) else { return nil }
    return Data((sorted.indentedText + "\n").utf8)
  }
}

/// The text so far, and the stack of open objects and arrays, innermost last.
package struct JSONText {
  fileprivate(set) var bytes: [UInt8] = []
  private var open: [Container] = []

  private struct Container {
    let isObject: Bool
    var isEmpty = true
  }

  /// The number of open containers.
  var depth: Int { open.count }

  package mutating func begin(isObject: Bool) -> Int {
    bytes.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    open.append(Container(isObject: isObject))
    return open.count
  }

  /// Closes containers until `depth` of them are open.
  package mutating func close(to depth: Int) {
    while open.count > depth, let container = open.popLast() {
      bytes.append(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }
  }

  package mutating func beginElement(at depth: Int) {
    close(to: depth)
    if !open[depth - 1].isEmpty { bytes.append(UInt8(ascii: ",")) }
    open[depth - 1].isEmpty = false
  }

  package mutating func beginMember(_ name: String, at depth: Int) {
    beginElement(at: depth)
    write(name)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func writeEmptyObject() { writeLiteral("{}") }

  package mutating func writeLiteral(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(integer number: some BinaryInteger) {
    bytes += String(number).utf8
  }

  package mutating func write(_ number: Double) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(number, .init(codingPath: [], debugDescription: "no number of JSON"))
    }
    if let integer = Int64(exactly: number) {
      write(integer: integer)
    } else {
      bytes += number.description.utf8
    }
  }

  package mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      Array(text.utf8).withUnsafeBufferPointer { append($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      if byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { continue }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      start = index + 1
      bytes.append(UInt8(ascii: "\\"))
      switch byte {
      case 0x08: bytes.append(UInt8(ascii: "b"))
      case 0x09: bytes.append(UInt8(ascii: "t"))
      case 0x0A: bytes.append(UInt8(ascii: "n"))
      case 0x0C: bytes.append(UInt8(ascii: "f"))
      case 0x0D: bytes.append(UInt8(ascii: "r"))
      case 0..<0x20: bytes += ((byte < 0x10 ? "u000" : "u00") + String(byte, radix: 16)).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }
}

/// The encoder that values write themselves to.
///
/// Values never say when they are complete, so a value's containers are closed when its `encode` returns.
package final class JSONOutput: Encoder {
  private let dates: JSONDates
  // This is one value, so each step is a single access.
  package var text = JSONText()
  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The maximum depth, far below what the stack of a thread allows.
  private static let deepest = 512
  /// The number of containers that were open when the innermost value began.
  private var valueDepth = 0

  fileprivate init(dates: JSONDates) {
    self.dates = dates
  }

  package func write<Value: Encodable>(_ value: Value) throws {
    let (outer, depth, count) = (valueDepth, text.depth, text.bytes.count)
    guard depth < Self.deepest else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "nested too deeply"))
    }
    valueDepth = depth
    defer { valueDepth = outer }
    // A cast would cost more than everything else.
    if Value.self == Data.self, let data = value as? Data {
      text.write(data.base64EncodedString())
    } else if Value.self == Date.self, case .rfc3339 = dates, let date = value as? Date {
      text.write(date.rfc3339)
    } else {
      try value.encode(to: self)
    }
    text.close(to: depth)
    // A value that writes nothing becomes an empty object.
    if text.bytes.count == count { text.writeEmptyObject() }
  }
}

extension JSONOutput {
  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A value may ask again, after another value wrote its members into the same object.
    guard text.depth > valueDepth else { return object(keyedBy: type) }
    text.close(to: valueDepth + 1)
    return KeyedEncodingContainer(Members(output: self, depth: valueDepth + 1))
  }

  fileprivate func object<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Members(output: self, depth: text.begin(isObject: true)))
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer {
    Elements(output: self, depth: text.begin(isObject: false))
  }

  package func singleValueContainer() -> any SingleValueEncodingContainer { Single(output: self) }
}

/// An object.
private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let output: JSONOutput
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  private func begin(_ key: Key) { output.text.beginMember(key.stringValue, at: depth) }

  func encodeNil(forKey key: Key) {
    begin(key)
    output.text.writeLiteral("null")
  }

  func encode(_ value: Bool, forKey key: Key) {
    begin(key)
    output.text.writeLiteral(value ? "true" : "false")
  }

  func encode(_ value: String, forKey key: Key) {
    begin(key)
    output.text.write(value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    begin(key)
    try output.text.write(value)
  }

  func encode(_ value: Int, forKey key: Key) {
    begin(key)
    output.text.write(integer: value)
  }

  func encode(_ value: Int64, forKey key: Key) {
    begin(key)
    output.text.write(integer: value)
  }

  func encode(_ value: some Encodable, forKey key: Key) throws {
    begin(key)
    try output.write(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    begin(key)
    return output.object(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    return output.unkeyedContainer()
  }

  func superEncoder() -> any Encoder { fatalError("no value that is written is of a class") }
  func superEncoder(forKey key: Key) -> any Encoder { fatalError("no value that is written is of a class") }
}

/// An array.
private struct Elements: UnkeyedEncodingContainer {
  let output: JSONOutput
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(output: JSONOutput, depth: Int) {
    self.output = output
    self.depth = depth
  }

  private mutating func begin() {
    output.text.beginElement(at: depth)
    count += 1
  }

  mutating func encodeNil() {
    begin()
    output.text.writeLiteral("null")
  }

  mutating func encode(_ value: String) {
    begin()
    output.text.write(value)
  }

  mutating func encode(_ value: some Encodable) throws {
    begin()
    try output.write(value)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    begin()
    return output.object(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return output.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { fatalError("no value that is written is of a class") }
}

/// A value by itself.
private struct Single: SingleValueEncodingContainer {
  let output: JSONOutput
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { output.text.writeLiteral("null") }
  func encode(_ value: Bool) { output.text.writeLiteral(value ? "true" : "false") }
  func encode(_ value: String) { output.text.write(value) }
  func encode(_ value: Double) throws { try output.text.write(value) }
  func encode(_ value: Float) throws { try output.text.write(Double(value)) }
  func encode(_ value: Int) { output.text.write(integer: value) }
  func encode(_ value: Int8) { output.text.write(integer: value) }
  func encode(_ value: Int16) { output.text.write(integer: value) }
  func encode(_ value: Int32) { output.text.write(integer: value) }
  func encode(_ value: Int64) { output.text.write(integer: value) }
  func encode(_ value: UInt) { output.text.write(integer: value) }
  func encode(_ value: UInt8) { output.text.write(integer: value) }
  func encode(_ value: UInt16) { output.text.write(integer: value) }
  func encode(_ value: UInt32) { output.text.write(integer: value) }
  func encode(_ value: UInt64) { output.text.write(integer: value) }
  func encode(_ value: some Encodable) throws { try output.write(value) }
}
