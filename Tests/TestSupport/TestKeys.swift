package import Crypto

/// RSA keys for tests in which any key will do: making one takes a quarter of a second of processor time.
package enum TestKeys {
  /// The key of somebody who is believed.
  package static let own = newKey()
  /// The key of somebody else.
  package static let other = newKey()

  package static func newKey() -> PrivateKey {
    do throws(CryptoError) {
      return try PrivateKey()
    } catch {
      fatalError("no RSA key: \(error)")
    }
  }
}
