import IDTokens
import IdentityToolkit

/// The tenant of a call, from its path or its request.
struct CallTenant: Sendable {
  let call: Call

  /// Returns the call with the tenant and the ID token of `request`.
  func settled(by request: some TenantBound) throws(ServerError) -> Call {
    var call = call
    if let named = request.tenantId?.nonEmpty {
      let isOfPath = call.dialect.makesAccountsInTenantOfPath && request is SignUp.Request
      guard call.tenant == nil || call.tenant == named || isOfPath
      else { throw ServerError(.tenantIDMismatch) }
      call.tenant = call.tenant ?? named
    }
    call.idToken = (request.idToken?.nonEmpty).flatMap { try? JWT($0) }
    guard let tenant = call.tenant else {
      // Not every client names the tenant of its token.
      call.tenant = call.idToken?.claimedTenant
      return try CallTenant(call: call).settled()
    }
    // The service compares the two before it looks for the tenant. The check of the token compares them again.
    if call.dialect.comparesTenantFirst, let token = call.idToken, token.claimedTenant != tenant {
      throw ServerError.foreignTenant(under: call.policy)
    }
    return try CallTenant(call: call).settled()
  }

  /// Returns the call with the tenant in its path, if any.
  func settled() throws(ServerError) -> Call {
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return call
  }
}
