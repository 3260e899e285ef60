import IdentityToolkit

extension BlockingAuth {
  /// Returns the project's authorized domains, for links and pages.
  package func authorizedDomains() throws(AuthFailure) -> [String] {
    try backend.call(ClientProjectConfig.self, .init(), tries: Backend.idempotentTries).authorizedDomains
      ?? []
  }

  /// Returns the domain of the project's hosted pages, for example `/__/auth/handler`; nil if there is none.
  ///
  /// As in Apple's SDK, it is the first authorized domain that belongs to Firebase.
  package func authDomain() throws(AuthFailure) -> String? {
    try authorizedDomains().first { $0.hasSuffix(".firebaseapp.com") || $0.hasSuffix(".web.app") }
  }
}
