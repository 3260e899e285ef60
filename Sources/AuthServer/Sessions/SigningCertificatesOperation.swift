import IdentityToolkit

/// The public key that ID tokens are signed with, as a certificate.
struct SigningCertificatesOperation: Operation {
  typealias Procedure = SigningCertificates

  let call: Call

  func answer(_ request: EmptyObject) throws -> [String: String] {
    let key = try call.issuer.signingKey()
    return [key.id: key.certificate]
  }
}
