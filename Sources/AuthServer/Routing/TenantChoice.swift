import IdentityToolkit

/// Which tenant of its project a call is about: its path says so, or its request does.
struct TenantChoice: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// The call as one about the tenant that `request` is about.
  func settled(by request: Any) throws -> Call {
    let request = request as? any TenantBound
    var call = call
    if let named = given(request?.tenantId) {
      guard call.tenant == nil || call.tenant == named else { throw ServerError(.tenantIDMismatch) }
      call.tenant = named
    }
    // What a request shows besides is compared with the tenant where it is checked.
    if call.tenant == nil, let request { call.tenant = try tenant(shownBy: request) }
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return call
  }

  /// Not every client names the tenant of its token.
  private func tenant(shownBy request: any TenantBound) throws -> String? {
    if let token = given(request.idToken) { return IDToken.claimedTenant(of: token) }
    guard let token = given(request.refreshToken).map(RefreshToken.init) else { return nil }
    let name = try call.store.read { transaction in try transaction.projectName(ofRefreshToken: token.hash) }
    return name?.project == call.project ? name?.tenant : nil
  }

  /// Nil for the empty string too, which clients send for none.
  private func given(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
}
