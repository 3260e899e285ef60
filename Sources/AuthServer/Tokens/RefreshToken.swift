import Crypto
import Essentials

/// What a client renews its session with: 256 random bits, known to the server by their digest only.
struct RefreshToken: Sendable {
  let text: String
  /// Half of the digest: 128 bits are as much as anybody can guess, and a server keeps one per sign-in.
  let hash: [UInt8]

  static let hashSize = 16

  init(text: String) {
    self.text = text
    hash = Array(Digest.sha256(text.utf8).prefix(Self.hashSize))
  }

  init(random: RandomValues) throws(CryptoError) {
    self.init(text: Base64URL.encode(try random.bytes(32)))
  }
}
