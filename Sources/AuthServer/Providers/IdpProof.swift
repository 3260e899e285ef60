import IdentityToolkit

/// Why a credential that a client hands in itself is believed.
struct IdpProof: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Refuses a credential of a provider that the project does not have and, where that is checked, one that neither
  /// the server's own page nor the provider vouches for.
  /// - Returns: what the project has set for the provider.
  func check(_ credential: IdpCredential) throws -> ProviderSettings? {
    let provider = try credential.federatedProvider()
    try credential.refuseMixture(under: call.policy)
    // What cannot be read is told first, as everywhere.
    _ = try credential.claims()
    let settings = try call.store.read { [call] transaction in
      try OfferedProviders(call).configuration(
        of: provider, project: call.findProject(in: transaction).id, in: transaction)
    }
    guard call.policy.idpTokensChecked else { return settings }
    guard let token = credential.idToken ?? credential.accessToken else {
      throw ServerError(.invalidIDPResponse, "Unable to verify the SAML response.")
    }
    if let asked = AskedProvider(call, provider, settings) {
      try asked.check(credential.idToken ?? "")
      return settings
    }
    guard try OwnIdentityToken(call, of: provider).isSigned(token) else {
      throw ServerError(.invalidIDPResponse, "Unable to verify the ID Token signature.")
    }
    return settings
  }
}
