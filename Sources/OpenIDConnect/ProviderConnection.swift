package import Essentials
package import HTTP
package import IDTokens

/// A connection for a client's requests to a provider.
///
/// It blocks.
///
/// Redirects are not followed, because codes and secrets must not reach anybody else.
package struct ProviderConnection: Sendable {
  private let transport: any HTTPTransport

  package init(_ transport: any HTTPTransport) {
    self.transport = transport
  }

  /// Returns the metadata of the provider with this issuer.
  package func provider(of issuer: String) throws(OpenIDError) -> OpenIDProvider {
    try OpenIDProvider(issuer: issuer, document: try document(at: OpenIDProvider.document(of: issuer)))
  }

  package func tokens(for code: String, of authorization: Authorization) throws(OpenIDError) -> TokenAnswer {
    try tokens(
      [
        QueryItem("grant_type", "authorization_code"), QueryItem("code", code),
        QueryItem("redirect_uri", authorization.redirectURI),
        QueryItem("code_verifier", authorization.verifier.text),
      ], of: authorization.client, at: authorization.provider)
  }

  /// Verifies `idToken` with the current keys of `provider` and returns its claims.
  package func claims(
    of idToken: String?, from provider: OpenIDProvider, by check: IDTokenCheck, at now: Date
  ) throws(OpenIDError) -> JSONValue {
    guard let idToken else { throw .token(.missing) }
    guard let address = provider.keys else { throw .unsupported("jwks_uri") }
    guard let keys = KeySet(try document(at: address)) else {
      throw .malformed(address, what: "a set of keys")
    }
    do throws(IDTokenProblem) {
      return try check.token(idToken, signedBy: keys, at: now).json
    } catch {
      throw .token(error)
    }
  }

  /// Returns the claims of an ID token, completed by the userinfo endpoint if the token has no e-mail address.
  ///
  /// See OpenID Connect Core 1.0 §5.3.
  /// - Parameter accessToken: The access token that came with the ID token. Without one, there is no request.
  package func completed(
    _ claims: JSONValue, with accessToken: String?, from provider: OpenIDProvider
  ) throws(OpenIDError) -> JSONValue {
    guard claims["email"]?.string?.isEmpty ?? true, let accessToken, let address = provider.userInfo
    else { return claims }
    let response = try get(address, ["Authorization": "Bearer " + accessToken])
    // RFC 6750 §3.1: the access token is not valid for this endpoint. The person's identity is still known.
    if [401, 403].contains(response.status) { return claims }
    guard response.status == 200 else { throw .status(address, response.status) }
    guard let said = JSONValue(unambiguous: response.body), said.members != nil
    else { throw .malformed(address, what: "a JSON object") }
    // "If they do not match, the UserInfo Response values MUST NOT be used."
    guard let subject = claims["sub"]?.string, said["sub"]?.string?.utf8.elementsEqual(subject.utf8) == true
    else { throw .foreignUserInfo }
    var claims = claims
    // The same source must provide the address and its verification.
    (claims["email"], claims["email_verified"]) = (nil, nil)
    for name in Self.personalClaims where claims[name] == nil { claims[name] = said[name] }
    return claims
  }

  /// The claims for the scopes `email` and `profile`, as far as accounts store them.
  private static let personalClaims = [
    "email", "email_verified", "name", "given_name", "family_name", "picture",
  ]

  /// Starts a sign-in on another device.
  package func deviceAuthorization(
    with provider: OpenIDProvider, as client: OAuthClient, scopes: [String]
  ) throws(OpenIDError) -> DeviceAuthorization {
    guard let address = provider.deviceAuthorization else {
      throw .unsupported("device_authorization_endpoint")
    }
    let answer = try post(
      [QueryItem("scope", scopes.joined(separator: " "))], to: address, as: client, of: provider)
    if let refusal = Self.refusal(in: answer.body) { throw refusal }
    guard answer.status == 200 else { throw .status(address, answer.status) }
    guard let authorization = DeviceAuthorization(answer.body)
    else { throw .malformed(address, what: "a device code and a user code") }
    return authorization
  }

  /// Polls once if the person has finished.
  package func poll(
    _ device: DeviceAuthorization, with provider: OpenIDProvider, as client: OAuthClient
  ) throws(OpenIDError) -> DeviceAuthorization.Poll {
    do throws(OpenIDError) {
      return .granted(
        try tokens(
          [
            QueryItem("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            QueryItem("device_code", device.deviceCode),
          ], of: client, at: provider))
    } catch {
      switch error {
      case .refused(code: "authorization_pending", description: _): return .pending
      case .refused(code: "slow_down", description: _): return .slowDown
      default: throw error
      }
    }
  }

  private func tokens(
    _ form: [QueryItem], of client: OAuthClient, at provider: OpenIDProvider
  ) throws(OpenIDError) -> TokenAnswer {
    let answer = try post(form, to: provider.token, as: client, of: provider)
    if let refusal = Self.refusal(in: answer.body) { throw refusal }
    guard answer.status == 200 else { throw .status(provider.token, answer.status) }
    guard let tokens = TokenAnswer(answer.body) else { throw .malformed(provider.token, what: "a token") }
    return tokens
  }

  /// Returns the error in a body.
  ///
  /// GitHub sends errors with status 200.
  private static func refusal(in body: JSONValue) -> OpenIDError? {
    guard let code = body["error"]?.string, !code.isEmpty else { return nil }
    return .refused(code: code, description: body["error_description"]?.string)
  }

  private func document(at address: EndpointAddress) throws(OpenIDError) -> JSONValue {
    let response = try get(address)
    guard response.status == 200 else { throw .status(address, response.status) }
    return try json(of: response, from: address)
  }

  private func get(
    _ address: EndpointAddress, _ headers: HTTPHeaders = [:]
  ) throws(OpenIDError) -> HTTPResponse {
    var headers = headers
    headers["Accept"] = "application/json"
    let request = HTTPRequest(
      method: .get, origin: address.origin.description, path: address.path, query: address.query,
      headers: headers)
    return try send(request, to: address)
  }

  /// Sends `form` with the client's identity.
  private func post(
    _ form: [QueryItem], to address: EndpointAddress, as client: OAuthClient, of provider: OpenIDProvider
  ) throws(OpenIDError) -> (status: Int, body: JSONValue) {
    var form = form
    var headers: HTTPHeaders = [
      "Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded",
    ]
    if let secret = client.secret, !provider.wantsSecretInForm {
      // RFC 6749 §2.3.1: both parts are form-encoded first.
      let pair = FormEncoding.encode(client.id) + ":" + FormEncoding.encode(secret)
      headers["Authorization"] = "Basic " + Data(pair.utf8).base64EncodedString()
    } else {
      form.append(QueryItem("client_id", client.id))
      if let secret = client.secret { form.append(QueryItem("client_secret", secret)) }
    }
    let request = HTTPRequest(
      method: .post, origin: address.origin.description, path: address.path, query: address.query,
      headers: headers,
      body: Data(FormEncoding.encode(form).utf8))
    let response = try send(request, to: address)
    // A proxy's error page is not JSON, and its status says more.
    guard response.status == 200 || JSONValue(json: response.body) != nil
    else { throw .status(address, response.status) }
    return (response.status, try json(of: response, from: address))
  }

  private func send(_ request: HTTPRequest, to address: EndpointAddress) throws(OpenIDError) -> HTTPResponse {
    do throws(HTTPError) {
      return try transport.send(request)
    } catch {
      throw .unreachable(address, error)
    }
  }

  private func json(of response: HTTPResponse, from address: EndpointAddress) throws(OpenIDError) -> JSONValue
  {
    guard let value = JSONValue(json: response.body), value.members != nil
    else { throw .malformed(address, what: "a JSON object") }
    return value
  }
}
