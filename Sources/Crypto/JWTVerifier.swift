package import Essentials

/// Checks that a token was signed, with RS256, by one of the known keys. What it claims is another matter.
package struct JWTVerifier: Sendable {
  private let keys: [String: PublicKey]

  /// - Parameter keys: by key id, the `kid` of the header.
  package init(keys: [String: PublicKey]) {
    self.keys = keys
  }

  /// The verified payload, JSON.
  package func verify(_ token: String) throws(JWTError) -> Data {
    let token = try JWT(token)
    try verify(token)
    return token.payload
  }

  package func verify(_ token: JWT) throws(JWTError) {
    guard token.algorithm == "RS256" else { throw .algorithm(token.algorithm) }
    guard let kid = token.keyID, let key = keys[kid] else { throw .unknownKey(token.keyID) }
    try token.verify(with: key)
  }
}
