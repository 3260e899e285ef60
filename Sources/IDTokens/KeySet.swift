package import Crypto
package import Essentials

/// The keys with which an issuer signs tokens.
package struct KeySet: Sendable {
  private let keys: [(id: String?, key: PublicKey)]

  /// Creates a set with one key.
  package init(_ key: PublicKey, id: String) {
    keys = [(id, key)]
  }

  /// Reads a JWK set (RFC 7517).
  ///
  /// Returns nil if the document is not one.
  ///
  /// Keys of other kinds or for other uses are skipped.
  package init?(_ document: JSONValue) {
    guard let entries = document["keys"]?.array else { return nil }
    keys = entries.compactMap { entry in
      guard entry["kty"]?.string == "RSA", (entry["use"]?.string ?? "sig") == "sig",
        (entry["alg"]?.string ?? "RS256") == "RS256",
        let modulus = entry["n"]?.string.flatMap({ Base64URL.decode($0) }),
        let exponent = entry["e"]?.string.flatMap({ Base64URL.decode($0) }),
        let key = try? PublicKey(modulus: modulus, exponent: exponent)
      else { return nil }
      return (entry["kid"]?.string, key)
    }
  }

  /// Reads X.509 certificates in PEM by key ID.
  ///
  /// Returns nil if none of them has a usable key.
  ///
  /// A new kind of key must not make the old keys unusable.
  package init?(certificates: [String: String]) {
    keys = certificates.compactMap { id, pem in
      guard let key = try? PublicKey(certificatePEM: pem) else { return nil }
      return (id, key)
    }
    guard !keys.isEmpty else { return nil }
  }

  /// Returns the key with this ID.
  ///
  /// Without an ID, returns the only key.
  package func key(named id: String?) -> PublicKey? {
    guard let id else { return keys.count == 1 ? keys[0].key : nil }
    return keys.first { $0.id?.hasBytes(of: id) == true }?.key
  }
}
