import HTTP
import IdentityToolkit

/// The project, tenant and provider in an address of the SAML pages.
struct SAMLAddress: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Returns the call, for the tenant in the query, and the provider's ID.
  func target() throws -> (Call, id: String) {
    let path = call.request.path
    let id = path.split(separator: "/").last.flatMap { FormEncoding.decodeSegment($0) } ?? ""
    guard id.hasPrefix("saml."), id.utf8.count > 5 else {
      throw ServerError.badArgument("Invalid provider ID: it begins with saml.")
    }
    var call = call
    call.tenant = call.request.queryValue("tid")?.nonEmpty
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return (call, id)
  }
}
