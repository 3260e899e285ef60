package import Essentials

/// The content of a token that passed an `IDTokenCheck`.
package struct CheckedToken: Sendable {
  package let issuer: String
  package let subject: String
  package let issuedAt: Date
  package let expiresAt: Date
  /// `auth_time`, or the time of issue if there is none.
  package let signedInAt: Date
  package let claims: ClaimSet
  /// All claims, as JSON.
  package let payload: Data

  /// All claims.
  ///
  /// Each use parses the token again.
  package var json: JSONValue { JSONValue(json: payload) ?? .null }
}
