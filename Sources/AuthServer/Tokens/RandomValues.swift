import Crypto
import Essentials

/// A generator of values that nobody can guess, from a source of random bytes.
struct RandomValues: Sendable {
  let bytes: RandomSource

  /// Returns six digits.
  ///
  /// All codes are equally likely.
  func code() throws(CryptoError) -> String {
    // Three bytes have 2^24 values. The last 777 216 are drawn again, because they would favor small codes.
    var value = 16_000_000
    while value >= 16_000_000 { value = try bytes(3).reduce(0) { $0 << 8 | Int($1) } }
    let digits = String(value % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// Returns the code of a mailed link: 54 letters, digits, hyphens and underscores, like the emulator's.
  func actionCode() throws(CryptoError) -> String { Base64URL.encode(try bytes(40)) }

  /// Returns what only its owner knows, such as a refresh token: 256 bits.
  func secret() throws(CryptoError) -> String { Base64URL.encode(try bytes(32)) }

  /// Returns the nonce of a page's own scripts.
  func nonce() throws(CryptoError) -> String { Base64URL.encode(try bytes(18)) }

  /// Returns the uid of a new account: 28 letters and digits.
  func localID() throws(CryptoError) -> String {
    var id: [UInt8] = []
    while id.count < 28 {
      // 248 is the largest multiple of 62 that fits in a byte.
      id += try bytes(32).filter { $0 < 248 }.map { Self.alphabet[Int($0) % 62] }
    }
    return String(decoding: id.prefix(28), as: UTF8.self)
  }

  /// Returns a salt like those of Firebase's emulator, which does not hash passwords.
  func readableSalt() throws(CryptoError) -> String { "fakeSalt" + (try localID()).prefix(20) }

  func uuid() throws(CryptoError) -> String { Self.uuid(try bytes(16)) }

  /// Returns 16 random bytes as a version 4 UUID.
  static func uuid(_ random: [UInt8]) -> String {
    var bytes = random
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }.joined(separator: "-")
  }

  /// Returns the ending that distinguishes tenants with the same name: five lowercase letters and digits.
  func tenantSuffix() throws(CryptoError) -> String {
    var suffix: [UInt8] = []
    while suffix.count < 5 {
      // 252 is the largest multiple of 36 that fits in a byte.
      suffix += try bytes(8).filter { $0 < 252 }.map { Self.alphabet[26 + Int($0) % 36] }
    }
    return String(decoding: suffix.prefix(5), as: UTF8.self)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
