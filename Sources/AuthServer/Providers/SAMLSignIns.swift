import Essentials
import IdentityToolkit
import SAML

/// Sign-ins with a SAML provider's response that a client brings itself.
struct SAMLSignIns: Sendable {
  let call: Call

  /// Returns the credential with what `response` says, and the issuer if the project has set one.
  ///
  /// - Parameter sessionID: The ID of the session that the response ends. Without it, the provider was not asked.
  func credential(
    _ shown: IdpCredential, _ response: String, sessionID: String?
  ) throws -> (credential: IdpCredential, issuer: String?) {
    let id = try shown.federatedProvider()
    try shown.refuseMixture(under: call.policy)
    let asking = call.policy.idpTokensChecked ? sessionID?.nonEmpty : nil
    let (settings, requestID) = try call.store.write { [call] transaction in
      let project = try call.findProject(in: transaction).id
      let settings = try OfferedProviders(call: call).configuration(of: id, project: project, in: transaction)
      guard let asking else { return (settings, String?.none) }
      guard let found = try transaction.providerAuthorization(session: asking, project: project),
        ProviderSignIns(call: call).period.contains(found.createdAt), found.provider.hasBytes(of: id),
        found.issuer == settings?.issuer, found.codeHash == nil
      else {
        throw ServerError(.invalidIDPResponse, "The session is not known here, was used, or has expired.")
      }
      try transaction.deleteProviderAuthorization(found.id)
      let state = AuthorizationSecrets(sessionID: asking, salt: found.salt).state
      return (settings, SAMLProvider.requestID(state: state, salt: found.salt))
    }
    let provider = SAMLProvider(call, id, settings)
    var credential = shown
    do {
      credential.samlResponse = try provider.statement(in: response, answering: requestID).text
    } catch let problem as SAMLProblem {
      throw provider.refusal(problem)
    }
    credential.isAnswer = true
    return (credential, settings?.issuer)
  }
}
