import IDTokens

/// The Identity Platform tenants whose tokens a verifier accepts.
public enum AcceptedTenants: Sendable, Equatable {
  /// Accepts only tokens of the project itself, without a tenant.
  case none
  /// Accepts only tokens of the tenant with this ID.
  case only(String)
  /// Accepts tokens of every tenant, and tokens without a tenant.
  ///
  /// Check `VerifiedToken.tenantID` yourself: a tenant's administrator decides who its users are.
  case any

  var rule: IDTokenCheck.TenantRule {
    switch self {
    case .none: .exactly(nil)
    case .only(let id): .exactly(id)
    case .any: .any
    }
  }
}
