package import Essentials
package import IdentityToolkit

/// What a custom token claims: a service account names the account that is to be signed in.
package struct CustomTokenClaims: Sendable {
  package let value: JSONValue

  package static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
  /// Seconds; the most that the service takes.
  package static let longestLife: Int64 = 3600

  /// - Parameters:
  ///   - claims: the developer's own.
  ///   - signer: the service account.
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
