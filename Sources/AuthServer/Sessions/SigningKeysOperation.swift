import Crypto
import Essentials
import IdentityToolkit

/// The operation that returns the public key of ID tokens as a JWK.
struct SigningKeysOperation: Operation {
  typealias Procedure = SigningKeys

  let call: Call

  func answer(_ request: EmptyObject) throws -> SigningKeys.Response {
    try call.issuer.signingKey(for: .idTokens).publishedSet
  }
}

/// The operation that returns the public key of session cookies as a JWK.
struct SessionCookieKeysOperation: Operation {
  typealias Procedure = SessionCookieKeys

  let call: Call

  func answer(_ request: EmptyObject) throws -> SigningKeys.Response {
    try call.issuer.signingKey(for: .sessionCookies).publishedSet
  }
}

extension SigningKey {
  /// The public key, as a JWK set.
  var publishedSet: SigningKeys.Response {
    let publicKey = privateKey.publicKey
    return SigningKeys.Response(keys: [
      JSONWebKey(kid: id, n: Base64URL.encode(publicKey.modulus), e: Base64URL.encode(publicKey.exponent))
    ])
  }
}
