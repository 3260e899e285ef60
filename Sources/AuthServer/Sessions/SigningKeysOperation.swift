import Crypto
import IdentityToolkit

/// The public key that ID tokens are signed with, as a JWK.
struct SigningKeysOperation: Operation {
  typealias Procedure = SigningKeys

  let call: Call

  func answer(_ request: EmptyObject) throws -> SigningKeys.Response {
    let key = try call.issuer.signingKey()
    let publicKey = key.privateKey.publicKey
    return SigningKeys.Response(keys: [
      JSONWebKey(
        kid: key.id, n: Base64URL.encode(publicKey.modulus), e: Base64URL.encode(publicKey.exponent))
    ])
  }
}
