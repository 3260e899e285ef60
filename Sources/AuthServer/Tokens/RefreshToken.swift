import Crypto

/// What a client renews its session with: 256 random bits, known to the server by their digest only.
struct RefreshToken: Sendable {
  let text: String
  let hash: [UInt8]

  init(text: String) {
    self.text = text
    hash = Digest.sha256(text.utf8)
  }

  init(random: RandomValues) {
    self.init(text: Base64URL.encode(random.bytes(32)))
  }
}
