import Essentials
import HTTP
import IdentityToolkit

/// `/emulator/auth/handler`: the window in which a web page, or an app's browser, signs a user in by an identity
/// provider. It takes the provider's part.
///
/// `usher_identity`, an address or a provider's claims, signs in as that person without a click.
struct OpenedAuthHandler: Sendable {
  static let path = "/emulator/auth/handler"

  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  func response() throws -> HTTPResponse {
    do {
      return try page().response(nonce: call.random.nonce())
    } catch let error as ServerError {
      let message = ErrorEnvelope(error).error.message ?? error.code.rawValue
      return ActionOutcome.page(400, ["error": .string(message)]).response(to: call.request)
    }
  }

  /// The tokens of the person with the claims that the page sends, where no others are believed: by the names that
  /// they have in the address that the sign-in goes back to.
  func tokens() throws -> HTTPResponse {
    guard WebOrigin(call.request).isOfThisPage else { throw ServerError.otherSite }
    let (call, provider) = try addressed()
    guard let claims = JSONValue(json: call.request.body), claims["sub"]?.string?.isEmpty == false
    else { throw ServerError.badArgument("Claims are needed, a JSON object with a \"sub\".") }
    try call.store.read { transaction in
      let project = try call.findProject(in: transaction).id
      try refuseAsked(provider, of: call, project: project, in: transaction)
    }
    let credential = IdpCredential(try OwnIdentityToken(call, of: provider).text(claims), of: provider)
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
        asksForTokens: call.policy.idpTokensChecked)
    }
  }

  /// Refuses to speak for a provider that the project does not have, or that the server asks itself.
  private func refuseAsked(
    _ provider: String, of call: Call, project: Int64, in transaction: Transaction
  ) throws {
    let settings = try OfferedProviders(call).configuration(of: provider, project: project, in: transaction)
    guard settings?.issuer == nil else {
      throw ServerError(.operationNotAllowed, "((This provider is asked itself, by accounts:createAuthUri.))")
    }
  }

  /// The call, about the tenant that the query names, and the provider.
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

  /// Refuses a request whose answer would get nowhere, or to a page that must not have it.
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
    try ReturnAddress(address).check(call)
  }

  /// A query's parameter that says something.
  private func value(_ name: String) -> String? {
    call.request.queryValue(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
