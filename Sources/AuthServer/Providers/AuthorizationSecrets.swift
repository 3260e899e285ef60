import Crypto
import Essentials

/// The secrets that travel through the browser in a sign-in at a provider's page.
///
/// They are derived from a salt and the session's ID, which only the client has. The database alone does not reveal
/// them.
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
