import Crypto
import Essentials

/// What travels by the browser in a sign-in at a provider's page.
///
/// All of it follows from the session's id, which only the client has, and a salt: the database alone tells none of it.
struct AuthorizationSecrets: Sendable {
  let state: String
  let nonce: String
  /// PKCE's `code_verifier`.
  let verifier: String

  init(sessionID: String, salt: [UInt8]) {
    func secret(_ purpose: String) -> String {
      let key = salt + Array(sessionID.utf8)
      return Base64URL.encode(Digest.hmacSHA256(Array(purpose.utf8), key: key))
    }
    state = secret("state")
    nonce = secret("nonce")
    verifier = secret("code_verifier")
  }
}
