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
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let header = Base64URL.decode(parts[0]),
      let header = try? JSONDecoder().decode(Header.self, from: Data(header))
    else { throw .malformed }
    guard header.alg == "RS256" else { throw .algorithm(header.alg) }
    guard header.crit == nil else { throw .criticalExtension }
    guard let kid = header.kid, let key = keys[kid] else { throw .unknownKey(header.kid) }
    let signed = token.utf8[..<parts[1].endIndex]
    guard key.isValid(signature: signature, for: signed) else { throw .signature }
    return Data(payload)
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String?
    var crit: [String]?
  }
}
