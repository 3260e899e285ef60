extension CBOR {
  /// Reads one value that fills all of `bytes`; nil if they are anything else.
  package init?(_ bytes: some Sequence<UInt8>) {
    var rest = Array(bytes)[...]
    guard let value = CBOR(from: &rest), rest.isEmpty else { return nil }
    self = value
  }

  /// Reads the value at the start of `rest`, and removes its bytes.
  ///
  /// Only lengths that are given at the start are read, and no tags or floating-point numbers. A map has each key once.
  package init?(from rest: inout ArraySlice<UInt8>) {
    self.init(from: &rest, depth: 0)
  }

  /// An attestation object has four levels.
  private static let mostLevels = 8

  private init?(from rest: inout ArraySlice<UInt8>, depth: Int) {
    guard depth < Self.mostLevels, let first = rest.popFirst() else { return nil }
    guard first != 0xF4 else { self = .bool(false); return }
    guard first != 0xF5 else { self = .bool(true); return }
    guard first != 0xF6 else { self = .null; return }
    guard let number = Self.number(of: first & 0x1F, from: &rest) else { return nil }
    switch first >> 5 {
    case 0: self = .integer(number)
    case 1: self = .integer(-1 - number)
    case 2:
      guard let bytes = Self.take(number, from: &rest) else { return nil }
      self = .bytes(Array(bytes))
    case 3:
      guard let bytes = Self.take(number, from: &rest), let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      self = .text(text)
    case 4:
      // Each element has at least one byte, so a length does not reserve more than was sent.
      guard number <= rest.count else { return nil }
      var elements: [CBOR] = []
      for _ in 0..<number {
        guard let element = CBOR(from: &rest, depth: depth + 1) else { return nil }
        elements.append(element)
      }
      self = .array(elements)
    case 5:
      guard number <= rest.count / 2 else { return nil }
      var entries: [Entry] = []
      var keys: Set<[UInt8]> = []
      for _ in 0..<number {
        guard let key = CBOR(from: &rest, depth: depth + 1), key.isKey,
          let value = CBOR(from: &rest, depth: depth + 1),
          // Maps of WebAuthn are small.
          entries.count < 256, keys.insert(key.encoded).inserted
        else { return nil }
        entries.append(Entry(key, value))
      }
      self = .map(entries)
    default: return nil
    }
  }

  private var isKey: Bool {
    switch self {
    case .integer, .text: true
    default: false
    }
  }

  /// Returns the number that `additional` information stands for; nil if it is larger than `Int64` or has no end.
  private static func number(of additional: UInt8, from rest: inout ArraySlice<UInt8>) -> Int64? {
    guard additional >= 24 else { return Int64(additional) }
    guard additional <= 27, let bytes = take(1 << Int64(additional - 24), from: &rest) else { return nil }
    return Int64(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private static func take(_ count: Int64, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return rest.prefix(Int(count))
  }
}
