package import Crypto
import Essentials

/// What only the browsers of one flow know: 128 random bits each.
package struct PageSecrets: Sendable {
  /// In the one-time URL. Others on the machine can read it, since it stands on a browser's command line.
  let entry: String
  /// In the continue URL, which travels by mail and may be opened again.
  let arrival: String
  /// In the cookie of browsers that showed one of those.
  let cookie: String
  /// In the forms of pages that such browsers were given. A cookie goes to every port of a host, and so to
  /// other people's servers; what stands in a page goes nowhere else.
  let form: String

  package init(random: RandomSource) throws(CryptoError) {
    let words = try (0..<4).map { _ throws(CryptoError) in Base64URL.encode(try random(16)) }
    (entry, arrival, cookie, form) = (words[0], words[1], words[2], words[3])
  }
}
