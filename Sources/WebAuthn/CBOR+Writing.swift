extension CBOR {
  /// The encoding, with the shortest form of every length.
  ///
  /// Entries of maps keep their order.
  package var encoded: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .integer(let number) where number >= 0: bytes += Self.head(0, UInt64(number))
    case .integer(let number): bytes += Self.head(1, UInt64(-1 - number))
    case .bytes(let content): bytes += Self.head(2, UInt64(content.count)) + content
    case .text(let text): bytes += Self.head(3, UInt64(text.utf8.count)) + text.utf8
    case .array(let elements):
      bytes += Self.head(4, UInt64(elements.count))
      for element in elements { element.write(to: &bytes) }
    case .map(let entries):
      bytes += Self.head(5, UInt64(entries.count))
      for entry in entries {
        entry.key.write(to: &bytes)
        entry.value.write(to: &bytes)
      }
    case .bool(let flag): bytes.append(flag ? 0xF5 : 0xF4)
    case .null: bytes.append(0xF6)
    }
  }

  private static func head(_ type: UInt8, _ number: UInt64) -> [UInt8] {
    let bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    return switch number {
    case 0..<24: [type << 5 | UInt8(number)]
    case 24...0xFF: [type << 5 | 24] + bytes.suffix(1)
    case 0x100...0xFFFF: [type << 5 | 25] + bytes.suffix(2)
    case 0x1_0000...0xFFFF_FFFF: [type << 5 | 26] + bytes.suffix(4)
    default: [type << 5 | 27] + bytes
    }
  }
}
