package import Crypto
import Essentials
package import IdentityToolkit

/// The keys that an issuer signs tokens with.
package struct KeySet: Sendable {
  private let keys: [(id: String?, key: PublicKey)]

  /// One key, as whoever signs with it knows it.
  package init(_ key: PublicKey, id: String) {
    keys = [(id, key)]
  }

  /// What is published as a set of JWKs, RFC 7517; nil for what is none. Keys of other kinds, or for other uses, are
  /// passed over.
  package init?(_ document: JSONValue) {
    guard let entries = document["keys"]?.array else { return nil }
    keys = entries.compactMap { entry in
      guard entry["kty"]?.string == "RSA", (entry["use"]?.string ?? "sig") == "sig",
        (entry["alg"]?.string ?? "RS256") == "RS256",
        let modulus = entry["n"]?.string.flatMap({ Base64URL.decode($0) }),
        let exponent = entry["e"]?.string.flatMap({ Base64URL.decode($0) }),
        let key = try? PublicKey(modulus: modulus, exponent: exponent), Self.isLongEnough(key)
      else { return nil }
      return (entry["kid"]?.string, key)
    }
  }

  /// What is published as X.509 certificates in PEM by key id; nil where none of them has a key that can be used. A new
  /// kind of key beside the old ones must not make those useless.
  package init?(certificates: [String: String]) {
    keys = certificates.compactMap { id, pem in
      guard let key = try? PublicKey(certificatePEM: pem), Self.isLongEnough(key) else { return nil }
      return (id, key)
    }
    guard !keys.isEmpty else { return nil }
  }

  /// RFC 7518 §3.3: 2048 bits or more.
  private static func isLongEnough(_ key: PublicKey) -> Bool { key.modulus.count >= 256 }

  /// The key that a token names so; the only one, where it names none.
  package func key(named id: String?) -> PublicKey? {
    guard let id else { return keys.count == 1 ? keys[0].key : nil }
    return keys.first { $0.id?.hasBytes(of: id) == true }?.key
  }
}
