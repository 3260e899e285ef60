/// A reason why an ID token is not valid.
///
/// It does not contain the token, but may contain its algorithm.
package enum IDTokenProblem: Error, Equatable, Sendable {
  case missing
  /// The text does not have three base64url parts with JSON in the first.
  case malformed
  /// The header requires an extension that this program does not know.
  case criticalExtension
  /// The token is signed with another algorithm than required, or not at all.
  case algorithm(String)
  /// The key that signed the token is unknown.
  case unknownKey
  /// The signature does not match the key or the content.
  case signature
  /// The payload is not a JSON object.
  case unreadableClaims
  /// Different parsers could read different claims.
  case ambiguous
  case missingClaim(String)
  /// The claim of this name, such as `firebase.tenant`, has another type.
  case mistypedClaim(String)
  /// The subject is too short or too long, or a time is out of range.
  case impossibleClaim(String)
  case wrongIssuer, wrongAudience, wrongTenant, wrongNonce
  case expired, notYetValid
  /// The token does not belong to the access token that came with it.
  case wrongAccessToken
}
