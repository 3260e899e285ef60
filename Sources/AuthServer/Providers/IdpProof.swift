import IdentityToolkit

/// The rules for trusting a credential that a client sends itself.
struct IdpProof: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Throws if the project does not have the provider.
  ///
  /// If the policy checks tokens, it also throws unless the server's own page or the provider confirms the credential.
  /// - Returns: The credential, and the issuer that the project has set.
  func check(_ credential: IdpCredential) throws -> (credential: IdpCredential, issuer: String?) {
    let provider = try credential.federatedProvider()
    try credential.refuseMixture(under: call.policy)
    // An unreadable credential is reported first, as everywhere.
    var credential = credential
    credential.said = try credential.claims(under: call.policy)
    let settings = try call.store.read { [call] transaction in
      try OfferedProviders(call).configuration(
        of: provider, project: call.findProject(in: transaction).id, in: transaction)
    }
    guard call.policy.idpTokensChecked else { return (credential, settings?.issuer) }
    guard let token = credential.idToken ?? credential.accessToken else {
      throw ServerError(.invalidIDPResponse, "Unable to verify the SAML response.")
    }
    if let asked = AskedProvider(call, provider, settings) {
      return (try asked.checked(credential), settings?.issuer)
    }
    guard try OwnIdentityToken(call, of: provider).isSigned(token) else {
      throw ServerError(.invalidIDPResponse, "Unable to verify the ID Token signature.")
    }
    return (credential, settings?.issuer)
  }
}
