/// A request that names its tenant or contains a token with one.
///
/// Codes and pending credentials do not contain the tenant, so the client must send it too. A refresh token's row
/// contains it, and `ExchangeTokenOperation` reads it there.
package protocol TenantBound {
  var tenantId: String? { get }
  var idToken: String? { get }
}

// No request has all of these fields.
extension TenantBound {
  package var tenantId: String? { nil }
  package var idToken: String? { nil }
}
