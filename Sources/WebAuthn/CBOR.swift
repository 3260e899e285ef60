/// A value in CBOR (RFC 8949), of the types that WebAuthn uses.
package indirect enum CBOR: Equatable, Sendable {
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case array([CBOR])
  case map([Entry])
  case bool(Bool)
  case null

  package struct Entry: Equatable, Sendable {
    package var key: CBOR
    package var value: CBOR

    package init(_ key: CBOR, _ value: CBOR) {
      self.key = key
      self.value = value
    }
  }

  /// Whether both have the same encoding.
  ///
  /// Texts are compared by their bytes: Unicode takes a Kelvin sign for a K.
  package static func == (one: CBOR, other: CBOR) -> Bool {
    one.encoded == other.encoded
  }

  /// The value of the first entry with this key; nil if there is none or the value is not a map.
  package subscript(key: CBOR) -> CBOR? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  package var bytes: [UInt8]? {
    if case .bytes(let bytes) = self { bytes } else { nil }
  }

  package var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  package var isMap: Bool {
    if case .map = self { true } else { false }
  }
}

extension CBOR: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int64) { self = .integer(value) }
  package init(stringLiteral value: String) { self = .text(value) }
}
