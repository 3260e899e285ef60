import Essentials
import HTTP
import IdentityToolkit

/// A check with the service of a token's account, with the user's own ID token and the project's API key.
struct RevocationCheck: Sendable {
  let issuer: TokenIssuer
  let apiKey: String?
  let threads: RequestThreads

  /// Throws if the account of `token` is deleted or disabled, or its sessions were revoked after the sign-in.
  ///
  /// `text` is the encoded token.
  func check(_ token: VerifiedToken, _ text: String, now: Date) async throws(TokenError) {
    let request = try request(with: text)
    let pending = PendingValue<RequestThreads.Answer>()
    guard threads.send(request, isNeeded: { !pending.isAbandoned }, completion: { pending.set($0) })
    else { throw .revocationUnavailable(reason: "too many checks wait") }
    guard let answer = await pending.value() else { throw .cancelled }
    switch answer {
    case .success(let response): try judge(response, token, now: now)
    case .failure(let error): throw .revocationUnavailable(reason: error.sentence.english)
    }
  }

  private func request(with idToken: String) throws(TokenError) -> HTTPRequest {
    let key: String
    switch (apiKey, issuer) {
    case (let given?, _): key = given
    case (nil, .emulator): key = "emulator"
    case (nil, _): throw .revocationUnavailable(reason: "the verifier was given no API key")
    }
    guard let body = try? JSONWriter.data(Lookup.Request(idToken: idToken))
    else { throw .malformed(reason: "it is not text") }
    guard let (origin, prefix) = issuer.place(of: Lookup.route.service.rawValue) else {
      throw .revocationUnavailable(reason: "the issuer's address is not scheme, host and port")
    }
    return HTTPRequest(
      method: .post, origin: origin.description, path: prefix + Lookup.route.path,
      query: [QueryItem("key", key)],
      headers: ["Content-Type": "application/json", "Accept": "application/json"], body: body)
  }

  private func judge(_ response: HTTPResponse, _ token: VerifiedToken, now: Date) throws(TokenError) {
    guard response.status == 200 else { throw refusal(response, of: token, now: now) }
    // An answer without a list does not come from the service, but from a network's sign-in page, for example.
    guard let users = (try? JSONReader.plain.read(Lookup.Response.self, from: response.body))?.users
    else { throw .revocationUnavailable(reason: "the answer is not an account") }
    guard let account = users.first(where: { $0.localId == token.uid }) else { throw .userNotFound }
    if account.disabled == true { throw .userDisabled }
    // Admin SDKs also compare whole seconds.
    guard let text = account.validSince?.text else { return }
    guard let validSince = Int64(text) else {
      throw .revocationUnavailable(reason: "the answer is not an account")
    }
    if token.authTime.timeIntervalSince1970 < Double(validSince) { throw .revoked }
  }

  private func refusal(_ response: HTTPResponse, of token: VerifiedToken, now: Date) -> TokenError {
    let envelope = try? JSONReader.plain.read(ErrorEnvelope.self, from: response.body)
    switch envelope?.serverError(httpStatus: response.status).code {
    // The service answers the same for an expired token and for a revoked one.
    case .tokenExpired: return token.expiresAt <= now ? .expired : .revoked
    case .userDisabled: return .userDisabled
    case .userNotFound: return .userNotFound
    // The token is valid, so the API key must belong to another project.
    case .invalidIDToken:
      return .revocationUnavailable(reason: "INVALID_ID_TOKEN: is the API key of the same project?")
    case let code? where code != .unnamed: return .revocationUnavailable(reason: code.rawValue)
    default: return .revocationUnavailable(reason: "the service answered \(response.status)")
    }
  }
}
