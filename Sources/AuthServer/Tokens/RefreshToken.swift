import Crypto

/// A refresh token: 256 random bits.
///
/// The server stores only its digest.
struct RefreshToken: Sendable {
  let text: String
  /// Half of the digest.
  ///
  /// 128 bits cannot be guessed, and a server stores one for each sign-in.
  let hash: [UInt8]

  static let hashSize = 16

  init(text: String) {
    self.text = text
    hash = Array(Digest.sha256(text.utf8).prefix(Self.hashSize))
  }

  init(random: RandomValues) throws(CryptoError) {
    self.init(text: try random.secret())
  }
}
