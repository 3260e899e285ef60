import IdentityToolkit

/// Why a credential that a client hands in itself is believed.
struct IdpProof: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Refuses a credential of a provider that the project does not have and, where that is checked, one that neither
  /// the server's own page nor the provider vouches for.
  /// - Returns: the credential, and the issuer that the project has set.
  func check(_ credential: IdpCredential) throws -> (credential: IdpCredential, issuer: String?) {
    let provider = try credential.federatedProvider()
    try credential.refuseMixture(under: call.policy)
    // What cannot be read is told first, as everywhere.
    var credential = credential
    credential.said = try credential.claims()
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
