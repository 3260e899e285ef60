import Essentials
import HTTP

/// The means to get access tokens: network, files and clock.
struct TokenRequests: Sendable {
  let transport: any HTTPTransport
  let files: CredentialFiles
  let now: @Sendable () -> Date

  /// The maximum size of an answer, in bytes.
  static let answerLimit = 64 << 10

  /// Sends a form to a token endpoint and returns the token in its answer.
  func token(
    for form: [QueryItem], from address: CredentialAddress, hiding secrets: [Secret],
    owner: AccessToken.Owner,
    quotaProject: String?
  ) throws(GoogleCredentialError) -> AccessToken {
    let request = address.request(
      .post,
      headers: ["Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"],
      body: Data(FormEncoding.encode(form).utf8))
    let answer = try answer(to: request, hiding: secrets)
    guard answer["token_type"]?.string?.hasBytes(ofAnyCase: "Bearer") == true
    else { throw .malformedAnswer(origin: request.origin, what: "token_type") }
    guard let text = answer["access_token"]?.string
    else { throw .malformedAnswer(origin: request.origin, what: "access_token") }
    guard let seconds = answer["expires_in"]?.integer, seconds > 0
    else { throw .malformedAnswer(origin: request.origin, what: "expires_in") }
    let end = now() + min(Double(seconds), AccessToken.longestLife)
    guard
      let token = AccessToken(
        text, end: end, quotaProject: quotaProject, owner: owner, issuer: address.origin)
    else { throw .malformedAnswer(origin: request.origin, what: "access_token") }
    return token
  }

  /// Sends a request and returns the JSON object in its answer.
  ///
  /// - Parameter secrets: What no error may contain.
  func answer(
    to request: HTTPRequest, hiding secrets: [Secret]
  ) throws(GoogleCredentialError) -> JSONValue {
    let response = try send(request)
    let body = JSONValue(unambiguous: response.body)
    guard response.status == 200, body?["error"] == nil
    else { throw .refused(OAuthRefusal(response.status, body, from: request.origin, hiding: secrets)) }
    guard let body, body.members != nil
    else { throw .malformedAnswer(origin: request.origin, what: "a JSON object") }
    return body
  }

  /// Sends a request and returns the answer, which is not a redirect and not too large.
  func send(_ request: HTTPRequest) throws(GoogleCredentialError) -> HTTPResponse {
    let response: HTTPResponse
    do throws(HTTPError) {
      response = try transport.send(request)
    } catch {
      throw .network(origin: request.origin, error)
    }
    guard !(300..<400).contains(response.status)
    else { throw .network(origin: request.origin, .redirected(status: response.status)) }
    guard response.body.count <= Self.answerLimit
    else { throw .network(origin: request.origin, .tooLarge(limit: Self.answerLimit)) }
    return response
  }
}
