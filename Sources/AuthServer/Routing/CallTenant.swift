import IDTokens
import IdentityToolkit

/// The tenant of a call, from its path or its request.
struct CallTenant: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Returns the call with the tenant and the ID token of `request`.
  func settled(by request: some TenantBound) throws(ServerError) -> Call {
    var call = call
    if let named = given(request.tenantId) {
      guard call.tenant == nil || call.tenant == named else { throw ServerError(.tenantIDMismatch) }
      call.tenant = named
    }
    call.idToken = given(request.idToken).flatMap { try? JWT($0) }
    // Not every client names the tenant of its token. The check of the token compares the two.
    if call.tenant == nil { call.tenant = call.idToken?.claimedTenant }
    return try CallTenant(call).settled()
  }

  /// Returns the call with the tenant in its path, if any.
  func settled() throws(ServerError) -> Call {
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return call
  }

  /// Returns the text, or nil if it is empty.
  ///
  /// Clients send an empty string for no tenant.
  private func given(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
}
