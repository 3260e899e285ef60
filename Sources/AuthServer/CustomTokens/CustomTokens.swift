import Crypto
import Essentials
import IDTokens
import IdentityToolkit

struct CustomTokens: Sendable {
  let call: Call

  /// Verifies a custom token and returns its content.
  func read(_ text: String, _ settings: ProjectSettings) throws -> CustomToken {
    if !call.policy.customTokenSignatures, text.hasPrefix("{") {
      guard let payload = JSONValue(json: text) else {
        throw ServerError(.invalidCustomToken, "((Neither strict JSON nor a JWT.))")
      }
      return try CustomToken(payload, under: call.policy)
    }
    let token: JWT
    do throws(IDTokenProblem) {
      token = try JWT(text)
    } catch {
      throw ServerError(.invalidCustomToken, "Invalid assertion format. 3 dot separated segments required.")
    }
    guard let payload = JSONValue(json: token.payload) else {
      throw ServerError(.invalidCustomToken, "Invalid assertion format. The claims are no JSON.")
    }
    guard payload["aud"]?.string == CustomTokenClaims.audience else {
      throw refusal("((Invalid aud (audience): ID tokens and the like are no custom tokens.))")
    }
    if call.policy.customTokenSignatures {
      // The service's error does not mention this, but people need to know it when they set up an SDK.
      if token.isUnsigned { call.parts.notices.tell(.unsignedCustomToken) }
      try check(token, payload, settings)
    }
    return try CustomToken(payload, under: call.policy)
  }

  private func check(_ token: JWT, _ payload: JSONValue, _ settings: ProjectSettings) throws {
    guard let signer = payload["iss"]?.string, payload["sub"]?.string == signer
    else { throw refusal("Invalid issuer.") }
    let key =
      try settings.customTokenSigners[signer]
      ?? (signer == serviceAccount ? call.issuer.signingKey(for: .customTokens).privateKey.publicKey : nil)
    guard let key else { throw ServerError(.credentialMismatch) }
    var check = IDTokenCheck(.openID, for: CustomTokenClaims.audience, from: [signer])
    check.expiryLeeway = Double(Policy.idTokenGrace)
    check.startLeeway = Double(Policy.clockSkew)
    let checked: CheckedToken
    do throws(IDTokenProblem) {
      // A service account has few keys, so the token does not need to name one.
      try token.verify(with: key)
      checked = try check.claims(of: token, at: call.now)
    } catch {
      switch error {
      case .expired: throw refusal("The token has expired.")
      case .signature, .algorithm: throw refusal("Invalid signature.")
      default: throw refusal("Invalid lifetime.")
      }
    }
    let life = checked.expiresAt.timeIntervalSince(checked.issuedAt)
    guard life > 0, life <= Double(CustomTokenClaims.longestLife) else { throw refusal("Invalid lifetime.") }
  }

  /// Returns the error for a readable token.
  ///
  /// The service does not say what is wrong with it.
  private func refusal(_ detail: String) -> ServerError {
    ServerError(.invalidCustomToken, call.dialect.hidesFlawOfCustomTokens ? nil : detail)
  }

  /// The service account in whose name this server signs custom tokens, with the server's own key.
  var serviceAccount: String { "firebase-adminsdk@\(call.project).iam.gserviceaccount.com" }
}
