import Crypto
import Essentials
import IdentityToolkit

// The public keys, as others read them to verify tokens.
extension SigningKey {
  /// The key's certificate, by its ID.
  var published: [String: String] { [id: certificate] }

  var publishedSet: SigningKeys.Response {
    let publicKey = privateKey.publicKey
    return SigningKeys.Response(keys: [
      JSONWebKey(kid: id, n: Base64URL.encode(publicKey.modulus), e: Base64URL.encode(publicKey.exponent))
    ])
  }
}
