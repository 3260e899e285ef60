import Essentials
import HTTP
import IdentityToolkit

// What the pages in place of providers have in common.
extension Call {
  /// Answers a person's request of such a page.
  func answerPage(_ answer: () throws -> HTTPResponse) throws -> HTTPResponse {
    // HEAD only checks if the page exists, so it must not choose an identity.
    if request.method == .head { return ActionOutcome.page(200, ["success": ""]).response(to: self) }
    guard request.method != .post || WebOrigin(request).isOfThisPage else { throw ServerError.otherSite }
    return try showingRefusals(answer)
  }

  /// Shows a refusal as a page.
  func showingRefusals(_ answer: () throws -> HTTPResponse) throws -> HTTPResponse {
    do {
      return try answer()
    } catch let error as ServerError {
      return ActionOutcome.refused(error).response(to: self)
    }
  }

  /// Returns the call, for the tenant in the query of an address of the SAML pages, and the provider's ID.
  func atSAMLProvider() throws -> (Call, id: String) {
    let id = request.path.split(separator: "/").last.flatMap { FormEncoding.decodeSegment($0) } ?? ""
    guard id.hasPrefix("saml."), id.utf8.count > 5 else {
      throw ServerError.badArgument("Invalid provider ID: it begins with saml.")
    }
    var call = self
    call.tenant = request.queryValue("tid")?.nonEmpty
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return (call, id)
  }
}
