package import Essentials

/// A token in three parts, not trusted yet.
package struct JWT: Sendable {
  /// How it says it is signed; `none` for not at all.
  package let algorithm: String
  /// `kid`, the key it says it is signed with.
  package let keyID: String?
  /// What it claims, JSON.
  package let payload: Data
  private let signed: [UInt8]
  private let signature: [UInt8]

  package init(_ text: String) throws(JWTError) {
    // By bytes: looking for characters takes as long as the signature.
    let text = Array(text.utf8)
    let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2]), let header = Base64URL.decode(parts[0]),
      let header = try? JSONReader.plain.read(Header.self, from: Data(header))
    else { throw .malformed }
    guard header.crit == nil else { throw .criticalExtension }
    algorithm = header.alg
    keyID = header.kid
    self.payload = Data(payload)
    self.signature = signature
    signed = Array(text[..<parts[1].endIndex])
  }

  /// Whether it neither is signed nor says so.
  package var isUnsigned: Bool { algorithm == "none" && signature.isEmpty }

  /// Checks that `key` signed it, with RS256. The algorithm is the verifier's choice, never the token's.
  package func verify(with key: PublicKey) throws(JWTError) {
    guard algorithm == "RS256" else { throw .algorithm(algorithm) }
    guard key.isValid(signature: signature, for: signed) else { throw .signature }
  }

  private struct Header: Decodable {
    var alg: String
    var kid: String?
    var crit: [String]?
  }
}
