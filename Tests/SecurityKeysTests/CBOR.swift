/// A value in CBOR, as far as CTAP2 uses it.
enum CBOR: Hashable {
  case integer(Int)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  case map([CBOR: CBOR])
  case boolean(Bool)

  /// Returns the member of a map.
  subscript(key: CBOR) -> CBOR? {
    guard case .map(let members) = self else { return nil }
    return members[key]
  }

  var bytes: [UInt8]? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }

  var text: String? {
    guard case .text(let text) = self else { return nil }
    return text
  }

  var elements: [CBOR] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// In CTAP2's canonical form, outside which libfido2 reads nothing.
  var encoded: [UInt8] {
    switch self {
    case .integer(let number) where number < 0: Self.head(1, -1 - number)
    case .integer(let number): Self.head(0, number)
    case .bytes(let bytes): Self.head(2, bytes.count) + bytes
    case .text(let text): Self.head(3, text.utf8.count) + Array(text.utf8)
    case .array(let elements): Self.head(4, elements.count) + elements.flatMap(\.encoded)
    case .map(let members):
      Self.head(5, members.count)
        + members.map { (key: $0.key.encoded, value: $0.value.encoded) }
        .sorted { ($0.key.count, $0.key.hex) < ($1.key.count, $1.key.hex) }
        .flatMap { $0.key + $0.value }
    case .boolean(let value): [value ? 0xF5 : 0xF4]
    }
  }

  private static func head(_ kind: UInt8, _ number: Int) -> [UInt8] {
    switch number {
    case ..<24: [kind << 5 | UInt8(number)]
    case ..<0x100: [kind << 5 | 24, UInt8(number)]
    default: [kind << 5 | 25, UInt8(number >> 8), UInt8(number & 0xFF)]
    }
  }

  /// Reads a value from the front of `bytes`; nil if it is not CBOR that CTAP2 uses.
  static func read(_ bytes: inout ArraySlice<UInt8>) -> CBOR? {
    guard let head = bytes.popFirst() else { return nil }
    if head == 0xF4 || head == 0xF5 { return .boolean(head == 0xF5) }
    let kind = head & 0x1F
    guard let number = kind < 24 ? Int(kind) : readNumber(&bytes, size: 1 << Int(kind - 24))
    else { return nil }
    switch head >> 5 {
    case 0: return .integer(number)
    case 1: return .integer(-1 - number)
    case 2, 3:
      guard number <= bytes.count else { return nil }
      defer { bytes = bytes.dropFirst(number) }
      return head >> 5 == 2
        ? .bytes(Array(bytes.prefix(number))) : .text(String(decoding: bytes.prefix(number), as: UTF8.self))
    case 4:
      var elements: [CBOR] = []
      for _ in 0..<number {
        guard let element = read(&bytes) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case 5:
      var members: [CBOR: CBOR] = [:]
      for _ in 0..<number {
        guard let key = read(&bytes), let value = read(&bytes) else { return nil }
        members[key] = value
      }
      return .map(members)
    default: return nil
    }
  }

  private static func readNumber(_ bytes: inout ArraySlice<UInt8>, size: Int) -> Int? {
    guard size <= 4, bytes.count >= size else { return nil }
    defer { bytes = bytes.dropFirst(size) }
    return bytes.prefix(size).reduce(0) { $0 << 8 | Int($1) }
  }
}

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByBooleanLiteral {
  init(integerLiteral value: Int) { self = .integer(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension CBOR: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  init(arrayLiteral elements: CBOR...) { self = .array(elements) }
  init(dictionaryLiteral members: (CBOR, CBOR)...) { self = .map(Dictionary(uniqueKeysWithValues: members)) }
}

extension [UInt8] {
  /// In order of the bytes, as texts compare.
  fileprivate var hex: String { flatMap { [$0 >> 4, $0 & 15] }.map { String($0, radix: 16) }.joined() }
}
