import IdentityToolkit

extension BlockingAuth {
  /// The domains that the project lets links and pages lead to.
  package func authorizedDomains() throws(AuthFailure) -> [String] {
    try backend.call(ClientProjectConfig.self, .init(), tries: Backend.idempotentTries).authorizedDomains
      ?? []
  }

  /// The domain of the project's hosted pages, `/__/auth/handler` among them; nil where it has none.
  ///
  /// As Apple's SDK finds it: the first authorized domain that is one of Firebase's own.
  package func authDomain() throws(AuthFailure) -> String? {
    try authorizedDomains().first { $0.hasSuffix(".firebaseapp.com") || $0.hasSuffix(".web.app") }
  }
}
