/// Why a token is not to be trusted.
package enum JWTError: Error, Equatable, Sendable {
  /// Not three parts of base64url with JSON in the first.
  case malformed
  /// Signed in another way than RS256, or not at all. The algorithm is the verifier's choice, never the
  /// token's.
  case algorithm(String)
  /// The header demands an extension that nobody here understands.
  case criticalExtension
  /// Signed with a key that is not among the known ones.
  case unknownKey(String?)
  /// The signature is of another key or another content.
  case signature
}
