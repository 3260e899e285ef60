import IdentityToolkit

extension Auth {
  /// The domains that the project lets links and pages lead to.
  package func authorizedDomains() throws(AuthError) -> [String] {
    try backend.call(ClientProjectConfig.self, .init(), tries: Backend.idempotentTries).authorizedDomains
      ?? []
  }
}
