/// The part of ASN.1 that an RSA public key needs.
enum DER {
  static func sequence(_ content: [UInt8]) -> [UInt8] {
    [0x30] + length(content.count) + content
  }

  /// Encodes a big-endian number.
  ///
  /// If its first bit is set, a zero is added, because it would be negative otherwise.
  static func unsigned(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    let content = (digits.first ?? 0x80) & 0x80 == 0 ? digits : [0] + digits
    return [0x02] + length(content.count) + content
  }

  private static func length(_ count: Int) -> [UInt8] {
    guard count > 127 else { return [UInt8(count)] }
    let digits = withUnsafeBytes(of: count.bigEndian) { Array($0.drop { $0 == 0 }) }
    return [0x80 | UInt8(digits.count)] + digits
  }
}
