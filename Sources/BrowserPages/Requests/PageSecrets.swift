package import Crypto
import Essentials

/// The secrets that only the browsers of one flow know: 128 random bits each.
package struct PageSecrets: Sendable {
  /// The secret in the one-time URL.
  ///
  /// Other users on the machine can read it, because it is on a browser's command line.
  let entry: String
  /// The secret in the continue URL, which is mailed and can be opened more than once.
  let arrival: String
  /// The secret in the cookie of browsers that have shown one of the others.
  let cookie: String
  /// The secret in the forms of pages for such browsers.
  ///
  /// Browsers send a cookie to every port of a host, including other people's servers. A secret in a page is sent
  /// nowhere else.
  let form: String

  package init(random: RandomSource) throws(CryptoError) {
    let words = try (0..<4).map { _ throws(CryptoError) in Base64URL.encode(try random(16)) }
    (entry, arrival, cookie, form) = (words[0], words[1], words[2], words[3])
  }
}
