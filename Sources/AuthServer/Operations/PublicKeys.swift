import Crypto
import IdentityToolkit

extension Call {
  func signingCertificates(_ request: EmptyObject) throws -> [String: String] {
    let key = try server.issuer.signingKey()
    return [key.id: key.certificate]
  }

  func signingKeys(_ request: EmptyObject) throws -> SigningKeys.Response {
    let key = try server.issuer.signingKey()
    let publicKey = key.privateKey.publicKey
    return SigningKeys.Response(keys: [
      JSONWebKey(
        kid: key.id, n: Base64URL.encode(publicKey.modulus), e: Base64URL.encode(publicKey.exponent))
    ])
  }
}
