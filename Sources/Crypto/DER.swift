/// The parts of ASN.1 that keys need.
enum DER {
  /// What comes before the point in the SubjectPublicKeyInfo of a P-256 key.
  static let p256Prefix: [UInt8] = [
    0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86,
    0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
  ]
  /// What comes before the bytes of the key in the SubjectPublicKeyInfo of an Ed25519 key.
  static let ed25519Prefix: [UInt8] = [
    0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
  ]

  /// What comes before the key in the PrivateKeyInfo of an RSA key: the version and the algorithm.
  static let rsaPrefix: [UInt8] = [
    0x02, 0x01, 0x00, 0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05,
    0x00,
  ]

  static func octets(_ content: [UInt8]) -> [UInt8] {
    [0x04] + length(content.count) + content
  }

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
