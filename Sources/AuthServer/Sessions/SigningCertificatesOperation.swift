import IdentityToolkit

/// The public key that ID tokens are signed with, as a certificate.
struct SigningCertificatesOperation: Operation {
  typealias Procedure = SigningCertificates

  let call: Call

  func answer(_ request: EmptyObject) throws -> [String: String] {
    try call.issuer.signingKey(for: .idTokens).published
  }
}

/// The same of session cookies.
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
