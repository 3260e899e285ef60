package import Crypto
import Essentials

/// The PKCE code verifier (RFC 7636).
///
/// It proves that the client with the code is the one that requested it.
package struct CodeVerifier: Sendable, Equatable {
  package let text: String

  /// Creates a verifier from 256 random bits.
  package init(random: RandomSource) throws(CryptoError) {
    text = Base64URL.encode(try random(32))
  }

  /// Returns nil unless `text` has 43 to 128 of the characters that RFC 7636 allows.
  package init?(_ text: String) {
    let isVerifier = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-._~".utf8.contains($0) }
    guard (43...128).contains(text.utf8.count), isVerifier else { return nil }
    self.text = text
  }

  /// The `code_challenge` for the method `S256`.
  package var challenge: String { Base64URL.encode(Digest.sha256(text.utf8)) }
}
