/// A byte string in CBOR, RFC 8949 §3.1.
enum CBORByteString {
  /// Returns the bytes of a byte string; nil if `encoded` is anything else, or more.
  static func bytes(of encoded: [UInt8]) -> [UInt8]? {
    guard let head = encoded.first, head >> 5 == 2 else { return nil }
    let content: ArraySlice<UInt8>
    let count: Int
    switch head & 0x1F {
    case let short where short < 24:
      count = Int(short)
      content = encoded.dropFirst()
    case let kind where kind < 27:
      let width = 1 << Int(kind - 24)
      guard encoded.count > width else { return nil }
      count = encoded[1...width].reduce(0) { $0 << 8 | Int($1) }
      content = encoded.dropFirst(1 + width)
    default: return nil
    }
    return content.count == count ? Array(content) : nil
  }
}
