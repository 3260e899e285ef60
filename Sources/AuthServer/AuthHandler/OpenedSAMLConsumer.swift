import Essentials
import HTTP
import IdentityToolkit
import SAML

/// `/emulator/auth/saml/acs/{provider}`: where a SAML provider's page posts its response.
///
/// The browser goes on to the app that began the sign-in. If none did, it goes on to the page in `RelayState`, or sees
/// the token with which an app can sign in.
struct OpenedSAMLConsumer: Sendable {
  let call: Call

  func response() throws -> HTTPResponse { try call.showingRefusals(answer) }

  private func answer() throws -> HTTPResponse {
    let (call, id) = try call.atSAMLProvider()
    let items = String(validating: call.request.body, as: UTF8.self).flatMap { FormEncoding.decode($0) } ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value.nonEmpty }
    guard let response = value("SAMLResponse") else {
      throw ServerError.badArgument("Missing SAMLResponse parameter")
    }
    let relayState = value("RelayState")
    if let relayState {
      let found = try call.store.read { try $0.providerAuthorization(state: relayState) }
      if let found, found.authorization.provider.hasBytes(of: id), found.authorization.issuer != nil,
        ProviderSignIns(call: call).period.contains(found.authorization.createdAt)
      {
        var call = call
        try call.turn(to: found.name)
        return try OpenedSAMLConsumer(call: call).end(found.authorization, with: response, state: relayState)
      }
    }
    return try OpenedSAMLConsumer(call: call).accept(response, from: id, relayState)
  }

  /// Ends a sign-in that an app began.
  private func end(
    _ authorization: ProviderAuthorization, with response: String, state: String
  ) throws -> HTTPResponse {
    let page = OpenedProviderPage(call: call)
    guard authorization.codeHash == nil else { return page.alreadyAnswered }
    let settings = try call.store.read { [call] transaction in
      try OfferedProviders(call: call).configuration(
        of: authorization.provider, project: call.findProject(in: transaction).id, in: transaction)
    }
    let provider = SAMLProvider(call, authorization.provider, settings)
    guard settings?.issuer == authorization.issuer else {
      throw ServerError(.invalidIDPResponse, "The provider was set up in another way meanwhile.")
    }
    let requestID = SAMLProvider.requestID(state: state, salt: authorization.salt)
    do {
      let statement = try provider.statement(in: response, answering: requestID)
      return try page.choose(authorization, state: state) { _, _ in ClaimedIdentity(claims: statement) }
    } catch SAMLProblem.status(_, let answered) {
      // Nobody needs to sign it, but only the provider and this browser know the ID.
      guard answered?.hasBytes(of: requestID) == true else { throw provider.refusal(.wrongRequest) }
      return try page.cancel(authorization, state: state)
    } catch let problem as SAMLProblem {
      throw provider.refusal(problem)
    }
  }

  /// Accepts a response that no app asked for.
  private func accept(_ response: String, from id: String, _ relayState: String?) throws -> HTTPResponse {
    let assertions = IdpAssertions(call: call)
    let assertion = try assertions.read(
      IdpCredential(provider: id, samlResponse: response), sessionID: nil)
    let token = try assertions.pendingToken(for: assertion)
    if let relayState, let page = try? ContinueURL(relayState, under: call.policy),
      try !call.policy.authorizedDomainsChecked || page.isAuthorized(by: call.projectSettings())
    {
      let items = [QueryItem("providerId", id), QueryItem("pendingToken", token)]
      return ActionOutcome.redirect(page.setting(items)).response(to: call)
    }
    return ActionOutcome.page(
      200,
      [
        "success": Text("Authentication successful: \(assertion.identity.rawID) at \(id)."),
        "pendingToken": Text(verbatim: token),
      ]
    ).response(to: call)
  }
}
