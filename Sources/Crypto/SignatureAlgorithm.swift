import CCrypto

/// An algorithm of signatures, with its name in tokens.
package enum SignatureAlgorithm: String, Sendable {
  /// RSASSA-PKCS1-v1_5 with SHA-256.
  case rs256 = "RS256"
  /// ECDSA on P-256 with SHA-256. Signatures are in ASN.1 form.
  case es256 = "ES256"
  /// Ed25519.
  case edDSA = "EdDSA"

  /// The digest that libcrypto makes first; nil if the algorithm makes its own.
  var digest: OpaquePointer? { self == .edDSA ? nil : EVP_sha256() }
}
