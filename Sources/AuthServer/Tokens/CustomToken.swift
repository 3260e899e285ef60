import Crypto
import Essentials
import IdentityToolkit

/// What a custom token says: who signs in, and with which claims.
struct CustomToken: Sendable {
  let uid: String
  let claims: CustomClaims?
  let tenant: String?

  static let audience =
    "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
  static let longestLife = 3600
  static let longestUID = 128

  /// Reads the claims of a token whose signature is settled.
  fileprivate init(_ payload: JSONValue) throws(ServerError) {
    let uid = payload["uid"] ?? payload["user_id"]
    guard let uid = uid?.string ?? uid?.integer.map(String.init), !uid.isEmpty
    else { throw ServerError(.missingIdentifier) }
    guard uid.utf8.count <= Self.longestUID
    else { throw ServerError(.invalidCustomToken, "The uid is longer than \(Self.longestUID) bytes.") }
    self.uid = uid
    claims = try payload["claims"].map { value throws(ServerError) in try CustomClaims(value) }
    tenant = payload["tenant_id"]?.string
  }
}

extension Call {
  /// What `text` says, if it is to be trusted.
  func customToken(_ text: String, _ settings: ProjectSettings) throws -> CustomToken {
    if !policy.customTokenSignatures, text.hasPrefix("{") {
      guard let payload = JSONValue(json: text) else {
        throw ServerError(.invalidCustomToken, "((Neither strict JSON nor a JWT.))")
      }
      return try CustomToken(payload)
    }
    let token: JWT
    do throws(JWTError) {
      token = try JWT(text)
    } catch {
      throw ServerError(.invalidCustomToken, "Invalid assertion format. 3 dot separated segments required.")
    }
    guard let payload = JSONValue(json: token.payload) else {
      throw ServerError(.invalidCustomToken, "Invalid assertion format. The claims are no JSON.")
    }
    guard payload["aud"]?.string == CustomToken.audience else {
      throw ServerError(
        .invalidCustomToken, "((Invalid aud (audience): ID tokens and the like are no custom tokens.))")
    }
    if policy.customTokenSignatures {
      try checkSignature(of: token, payload, settings)
      try checkTimes(of: payload)
    }
    return try CustomToken(payload)
  }

  private func checkSignature(
    of token: JWT, _ payload: JSONValue, _ settings: ProjectSettings
  ) throws {
    guard let signer = payload["iss"]?.string, payload["sub"]?.string == signer
    else { throw ServerError(.invalidCustomToken, "Invalid issuer.") }
    let key =
      try settings.customTokenSigners[signer]
      ?? (signer == serviceAccount ? server.issuer.signingKey().privateKey.publicKey : nil)
    guard let key else { throw ServerError(.credentialMismatch) }
    do throws(JWTError) {
      try token.verify(with: key)
    } catch {
      throw ServerError(.invalidCustomToken, "Invalid signature.")
    }
  }

  private func checkTimes(of payload: JSONValue) throws(ServerError) {
    let (time, skew) = (now.seconds, Int64(policy.clockSkew))
    guard let issued = payload["iat"]?.integer, let end = payload["exp"]?.integer,
      issued >= 0, issued <= time + skew, end > issued, end - issued <= Int64(CustomToken.longestLife)
    else { throw ServerError(.invalidCustomToken, "Invalid lifetime.") }
    guard time < end else { throw ServerError(.invalidCustomToken, "The token has expired.") }
  }

  /// The service account that this server signs custom tokens as; the server's own key is its key.
  var serviceAccount: String { "firebase-adminsdk@\(project).iam.gserviceaccount.com" }
}
