import IDTokens

/// The tenants of Identity Platform whose tokens a verifier takes.
public enum AcceptedTenants: Sendable, Equatable {
  /// None: tokens of the project itself, as where there are no tenants.
  case none
  /// The tenant of this id, and nothing else.
  case only(String)
  /// Tokens of any tenant and those of none. Whoever takes them must look at `VerifiedToken.tenantID`: a tenant's
  /// administrator decides who its users are.
  case any
}

extension AcceptedTenants {
  var rule: IDTokenCheck.TenantRule {
    switch self {
    case .none: .exactly(nil)
    case .only(let id): .exactly(id)
    case .any: .any
    }
  }
}
