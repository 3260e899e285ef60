package import Essentials
package import IdentityToolkit

/// What a token says that an `IDTokenCheck` found to be right.
package struct CheckedToken: Sendable {
  package let issuer: String
  package let subject: String
  package let issuedAt: Date
  package let expiresAt: Date
  /// `auth_time`; where it does not say, when it was issued.
  package let signedInAt: Date
  package let claims: ClaimSet
  /// Every claim, JSON.
  package let payload: Data

  /// Every claim. Read anew at each use.
  package var json: JSONValue { JSONValue(json: payload) ?? .null }
}
