import Crypto
import Essentials
import IdentityToolkit

/// Reads and checks custom tokens.
struct CustomTokens: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// What `text` says, if it is to be trusted.
  func read(_ text: String, _ settings: ProjectSettings) throws -> CustomToken {
    if !call.policy.customTokenSignatures, text.hasPrefix("{") {
      guard let payload = JSONValue(json: text) else {
        throw ServerError(.invalidCustomToken, "((Neither strict JSON nor a JWT.))")
      }
      return try CustomToken(payload, under: call.policy)
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
      throw refusal("((Invalid aud (audience): ID tokens and the like are no custom tokens.))")
    }
    if call.policy.customTokenSignatures {
      // The service's answer does not say it, and who set the SDK up looks for it here.
      if token.isUnsigned { call.parts.notices.tell(.unsignedCustomToken) }
      try checkSignature(of: token, payload, settings)
      try checkTimes(of: payload)
    }
    return try CustomToken(payload, under: call.policy)
  }

  private func checkSignature(
    of token: JWT, _ payload: JSONValue, _ settings: ProjectSettings
  ) throws {
    guard let signer = payload["iss"]?.string, payload["sub"]?.string == signer
    else { throw refusal("Invalid issuer.") }
    let key =
      try settings.customTokenSigners[signer]
      ?? (signer == serviceAccount ? call.issuer.signingKey(for: .customTokens).privateKey.publicKey : nil)
    guard let key else { throw ServerError(.credentialMismatch) }
    do throws(JWTError) {
      try token.verify(with: key)
    } catch {
      throw refusal("Invalid signature.")
    }
  }

  private func checkTimes(of payload: JSONValue) throws(ServerError) {
    let (time, skew) = (call.now.seconds, Int64(call.policy.clockSkew))
    guard let issued = payload["iat"]?.integer, let end = payload["exp"]?.integer,
      issued >= 0, issued <= time + skew, end > issued, end - issued <= Int64(CustomToken.longestLife)
    else { throw refusal("Invalid lifetime.") }
    guard time < end + Int64(call.policy.idTokenGrace) else { throw refusal("The token has expired.") }
  }

  /// Of a token that can be read: the service does not say what is wrong with it.
  private func refusal(_ detail: String) -> ServerError {
    ServerError(.invalidCustomToken, call.policy.serviceAnswers ? nil : detail)
  }

  /// The service account that this server signs custom tokens as; its key is the server's for those.
  var serviceAccount: String { "firebase-adminsdk@\(call.project).iam.gserviceaccount.com" }
}
