import Crypto
import Essentials

/// Values that nobody can guess, drawn from a source of random bytes.
struct RandomValues: Sendable {
  let bytes: RandomSource

  /// Six digits, each as likely as any other.
  func code() throws(CryptoError) -> String {
    // Of the 2^24 values of three bytes the last 777 216 are drawn again: they would favour small codes.
    var value = 16_000_000
    while value >= 16_000_000 { value = try bytes(3).reduce(0) { $0 << 8 | Int($1) } }
    let digits = String(value % 1_000_000)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  /// The code of a mailed link, as long as the emulator's: 54 letters, digits, hyphens and underscores.
  func actionCode() throws(CryptoError) -> String { Base64URL.encode(try bytes(40)) }

  func temporaryProof() throws(CryptoError) -> String { Base64URL.encode(try bytes(32)) }

  /// The receipt of a push, or its secret.
  func receipt() throws(CryptoError) -> String { Base64URL.encode(try bytes(32)) }

  func recaptchaToken() throws(CryptoError) -> String { Base64URL.encode(try bytes(32)) }

  /// What a page's own scripts are known by.
  func nonce() throws(CryptoError) -> String { Base64URL.encode(try bytes(18)) }

  /// A new account's uid: 28 letters and digits.
  func localID() throws(CryptoError) -> String {
    var id: [UInt8] = []
    while id.count < 28 {
      // 248 is the last multiple of 62 in a byte.
      id += try bytes(32).filter { $0 < 248 }.map { Self.alphabet[Int($0) % 62] }
    }
    return String(decoding: id.prefix(28), as: UTF8.self)
  }

  /// What Firebase's emulator salts a password with, which it then does not hash.
  func readableSalt() throws(CryptoError) -> String { "fakeSalt" + (try localID()).prefix(20) }

  /// A UUID of version 4.
  func uuid() throws(CryptoError) -> String {
    var bytes = try bytes(16)
    bytes[6] = bytes[6] & 0x0F | 0x40
    bytes[8] = bytes[8] & 0x3F | 0x80
    return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { Hex.encode(bytes[$0]) }.joined(separator: "-")
  }

  /// What tells tenants of one name apart: five lower-case letters and digits.
  func tenantSuffix() throws(CryptoError) -> String {
    var suffix: [UInt8] = []
    while suffix.count < 5 {
      // 252 is the last multiple of 36 in a byte.
      suffix += try bytes(8).filter { $0 < 252 }.map { Self.alphabet[26 + Int($0) % 36] }
    }
    return String(decoding: suffix.prefix(5), as: UTF8.self)
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
