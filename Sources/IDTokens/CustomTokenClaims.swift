package import Essentials

/// The claims of a custom token, in which a service account names the account to sign in.
package struct CustomTokenClaims: Sendable {
  package let value: JSONValue

  package static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
  /// The maximum lifetime that the service accepts, in seconds.
  package static let longestLife: Int64 = 3600

  /// - Parameters:
  ///   - claims: The developer's own claims.
  ///   - signer: The service account.
  package init(uid: String, tenant: String?, claims: JSONValue?, signer: String, at now: Date) {
    var value: JSONValue = [
      "iss": .string(signer), "sub": .string(signer), "aud": .string(Self.audience),
      "iat": .integer(now.seconds), "exp": .integer(now.seconds + Self.longestLife), "uid": .string(uid),
    ]
    value["tenant_id"] = tenant.map { .string($0) }
    value["claims"] = claims
    self.value = value
  }
}
