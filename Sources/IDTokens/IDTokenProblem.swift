/// Why an ID token counts for nothing. Holds no token, and of what one says only how it is signed.
package enum IDTokenProblem: Error, Equatable, Sendable {
  case missing
  /// Not three parts of base64url with JSON in the first.
  case malformed
  /// The header demands an extension that nobody here understands.
  case criticalExtension
  /// Signed in another way than has to be, or not at all.
  case algorithm(String)
  /// Signed with a key that is not among the known ones.
  case unknownKey
  /// The signature is of another key or another content.
  case signature
  /// What it claims is no JSON object.
  case unreadableClaims
  /// Not every reader would read the same claims in it.
  case ambiguous
  case missingClaim(String)
  /// The claim of this name, `firebase.tenant` say, is of another type.
  case mistypedClaim(String)
  /// A subject that is too short or too long, or a time that no calendar has.
  case impossibleClaim(String)
  case wrongIssuer, wrongAudience, wrongTenant, wrongNonce
  case expired, notYetValid
  /// It came with an access token that it was not made for.
  case wrongAccessToken
}
