import IDTokens
import IdentityToolkit

/// Which tenant of its project a call is about: its path says so, or its request does.
struct CallTenant: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// The call as one about the tenant that `request` is about, and with the token that it shows.
  func settled(by request: some TenantBound) throws(ServerError) -> Call {
    var call = call
    if let named = given(request.tenantId) {
      guard call.tenant == nil || call.tenant == named else { throw ServerError(.tenantIDMismatch) }
      call.tenant = named
    }
    call.idToken = given(request.idToken).flatMap { try? JWT($0) }
    // Not every client names the tenant of its token. That is compared with the tenant where it is checked.
    if call.tenant == nil { call.tenant = call.idToken?.claimedTenant }
    return try CallTenant(call).settled()
  }

  /// The call as one about the tenant that its path names, if any.
  func settled() throws(ServerError) -> Call {
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return call
  }

  /// Nil for the empty string too, which clients send for none.
  private func given(_ text: String?) -> String? { text?.isEmpty == false ? text : nil }
}
