import IdentityToolkit

/// The operation that returns the public key of ID tokens as a certificate.
struct SigningCertificatesOperation: Operation {
  typealias Procedure = SigningCertificates

  let call: Call

  func answer(_ request: EmptyObject) throws -> [String: String] {
    try call.issuer.signingKey(for: .idTokens).published
  }
}

/// The operation that returns the public key of session cookies as a certificate.
struct SessionCookieCertificatesOperation: Operation {
  typealias Procedure = SessionCookieCertificates

  let call: Call

  func answer(_ request: EmptyObject) throws -> [String: String] {
    try call.issuer.signingKey(for: .sessionCookies).published
  }
}

extension SigningKey {
  fileprivate var published: [String: String] { [id: certificate] }
}
