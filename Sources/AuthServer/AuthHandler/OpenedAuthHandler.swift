import Essentials
import HTTP
import IdentityToolkit

/// `/emulator/auth/handler`: the window in which a web page or an app's browser signs in with an identity provider.
///
/// The window replaces the provider. With `usher_identity`, an address or a provider's claims, that person signs in
/// without a click.
struct OpenedAuthHandler: Sendable {
  static let path = "/emulator/auth/handler"

  let call: Call

  func response() throws -> HTTPResponse {
    try call.showingRefusals { try page().response(nonce: call.random.nonce()) }
  }

  /// Returns tokens with the claims that the page sends, for a policy that does not trust plain claims.
  ///
  /// The names match the parameters in the address that the sign-in returns to.
  func tokens() throws -> HTTPResponse {
    guard WebOrigin(call.request).isOfThisPage else { throw ServerError.otherSite }
    let (call, provider) = try addressed()
    guard let claims = JSONValue(json: call.request.body), claims["sub"]?.string?.isEmpty == false
    else { throw ServerError.badArgument("Claims are needed, a JSON object with a \"sub\".") }
    try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      try refuseAsked(provider, of: call, project: project, in: transaction)
    }
    let credential = IdpCredential(
      try OwnIdentityToken(call: call, provider: provider).text(claims), of: provider)
    var tokens: JSONValue = [:]
    tokens["id_token"] = credential.idToken.map { .string($0) }
    tokens["access_token"] = credential.accessToken.map { .string($0) }
    return .json(tokens)
  }

  private func page() throws -> AuthHandlerPage {
    let (call, provider) = try addressed()
    try checkReturn()
    let newID = ClaimedIdentity.id(try call.random.bytes(20))
    return try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      try refuseAsked(provider, of: call, project: project, in: transaction)
      let chosen = try value("usher_identity").map { text in
        try ClaimedIdentity(text, of: provider, under: call.policy, project: project, in: transaction)
      }
      let known = try transaction.identities(of: provider, project: project, limit: 200)
      return AuthHandlerPage(
        provider: provider, known: known.map(ClaimedIdentity.init), chosen: chosen, newID: newID,
        asksForTokens: call.policy.idpTokensChecked || call.dialect.checksIdentityTokens,
        catalog: call.catalog
      )
    }
  }

  /// Refuses a provider that the project does not have, or one that the server contacts itself.
  private func refuseAsked(
    _ provider: String, of call: Call, project: Int64, in transaction: Transaction
  ) throws {
    let settings = try OfferedProviders(call: call).configuration(
      of: provider, project: project, in: transaction)
    guard settings?.issuer == nil else {
      throw ServerError(.operationNotAllowed, "((This provider is asked itself, by accounts:createAuthUri.))")
    }
  }

  /// Returns the call, for the tenant in the query, and the provider.
  private func addressed() throws -> (Call, provider: String) {
    guard value("apiKey") != nil, let name = value("providerId") else {
      throw ServerError.badArgument("missing apiKey or providerId query parameters")
    }
    let provider = name.asciiLowercased()
    guard ProviderIdentity.isFederated(provider) else {
      throw ServerError(.invalidProviderID)
    }
    var call = call
    call.tenant = value("tid") ?? value("tenantId")
    if let tenant = call.tenant, !TenantID.isID(tenant) { throw ServerError(.invalidTenantID) }
    return (call, provider)
  }

  /// Refuses a request if its answer cannot be delivered, or if the page must not receive it.
  private func checkReturn() throws {
    guard ["appName", "clientId", "appId", "apn", "ibi"].contains(where: { value($0) != nil }) else {
      throw ServerError.badArgument("missing one of appName, clientId, appId, apn, ibi query parameters")
    }
    guard let address = value("redirectUrl") else {
      let isPopUp = value("authType")?.asciiLowercased().contains("popup") == true
      guard isPopUp || value("apn") != nil || value("ibi") != nil else {
        throw ServerError.badArgument("missing redirectUrl query parameter")
      }
      return
    }
    try ReturnAddress(text: address).check(call)
  }

  /// Returns a query parameter, or nil if it is missing or empty.
  private func value(_ name: String) -> String? { call.request.queryValue(name)?.nonEmpty }
}

/// The page that a sign-in returns to.
struct ReturnAddress: Sendable {
  let text: String

  /// Refuses addresses that run script in the handler's page, and pages outside the project's domains if these are
  /// checked.
  ///
  /// Apps in a web view have their own schemes, such as `capacitor`.
  func check(_ call: Call) throws {
    let scheme = text.prefix { $0 != ":" }.asciiLowercased()
    guard scheme.utf8.count < text.utf8.count, scheme.utf8.first?.isASCIILetter == true,
      scheme.utf8.allSatisfy({ $0.isASCIILetter || "0123456789+-.".utf8.contains($0) }),
      !Self.runningSchemes.contains(scheme)
    else { throw ServerError(.invalidContinueURI, "((redirectUrl is not the address of a page))") }
    guard call.policy.authorizedDomainsChecked else { return }
    let page = try ContinueURL(text, under: call.policy)
    guard try page.isAuthorized(by: call.projectSettings()) else {
      throw ServerError(.unauthorizedDomain, "Domain not allowlisted by project")
    }
  }

  private static let runningSchemes: Set = ["javascript", "data", "vbscript", "blob", "file"]
}
