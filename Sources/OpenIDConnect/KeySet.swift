import Crypto
package import IdentityToolkit

/// The keys that a provider signs with: RFC 7517.
package struct KeySet: Sendable {
  private let keys: [(id: String?, key: PublicKey)]

  /// Nil for what is no set of keys. Keys of other kinds, or for other uses, are passed over.
  package init?(_ document: JSONValue) {
    guard let entries = document["keys"]?.array else { return nil }
    keys = entries.compactMap { entry in
      guard entry["kty"]?.string == "RSA", (entry["use"]?.string ?? "sig") == "sig",
        (entry["alg"]?.string ?? "RS256") == "RS256",
        let modulus = entry["n"]?.string.flatMap({ Base64URL.decode($0) }),
        let exponent = entry["e"]?.string.flatMap({ Base64URL.decode($0) }),
        // RFC 7518: 2048 bits or more.
        modulus.drop(while: { $0 == 0 }).count >= 256,
        let key = try? PublicKey(modulus: modulus, exponent: exponent)
      else { return nil }
      return (entry["kid"]?.string, key)
    }
  }

  /// The key that `token` says it is signed with; the only one, where it does not say.
  func key(of token: JWT) -> PublicKey? {
    guard let id = token.keyID else { return keys.count == 1 ? keys[0].key : nil }
    return keys.first { $0.id == id }?.key
  }
}
