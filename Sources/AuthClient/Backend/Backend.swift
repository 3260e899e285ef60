import Essentials
package import HTTP
package import IdentityToolkit

/// Sends RPCs over HTTP as JSON. Other types see only requests, responses and typed errors.
package struct Backend: Sendable {
  package var endpoint: Endpoint
  package var apiKey: String
  package var project: String
  package var tenant: String?
  /// The language of messages, a BCP 47 tag.
  package var languageCode: String?
  /// The app's identifiers, for a restricted API key.
  package var identity: AppIdentity
  /// The authority in the links of an embedded server, if there is one.
  package var linkAuthority: String?
  let transport: any HTTPTransport
  /// Waits before a call is repeated. It gets the number of tries so far.
  let pause: @Sendable (Int) -> Void

  package init(
    endpoint: Endpoint, apiKey: String, project: String, tenant: String? = nil,
    languageCode: String? = nil, identity: AppIdentity = AppIdentity(), transport: any HTTPTransport,
    pause: @escaping @Sendable (Int) -> Void
  ) {
    self.endpoint = endpoint
    self.apiKey = apiKey
    self.project = project
    self.tenant = tenant
    self.languageCode = languageCode
    self.identity = identity
    self.transport = transport
    self.pause = pause
  }

  /// Calls `R` with the API key, as an app does.
  package func call<R: RPC>(
    _ rpc: R.Type, _ request: R.Request, tries: Int = 1
  ) throws(AuthFailure) -> R.Response {
    let response = try answer(rpc, request, tries: tries)
    try refuseFailure(rpc, request, response)
    return try decode(R.Response.self, response)
  }

  /// Returns the answer to `R` with any status, for callers that need the headers.
  package func answer(
    _ rpc: any RPC.Type, _ request: any Encodable, tries: Int = 1
  ) throws(AuthFailure) -> HTTPResponse {
    var message = try message(rpc.route, request)
    message.query.insert(QueryItem("key", apiKey), at: 0)
    for field in identity.headers.fields { message.headers[field.name] = field.value }
    return try send(message, tries: tries)
  }

  /// Decodes the result of `answer` as `R`'s response.
  package func read<R: RPC>(_ rpc: R.Type, _ response: HTTPResponse) throws(AuthFailure) -> R.Response {
    try refuseFailure(rpc, nil, response)
    return try decode(R.Response.self, response)
  }

  private func decode<Answer: Decodable>(
    _ type: Answer.Type, _ response: HTTPResponse
  ) throws(AuthFailure) -> Answer {
    do {
      return try JSONReader.plain.read(type, from: response.body)
    } catch {
      throw .malformedAnswer(status: response.status, reason: "not the JSON that was asked for")
    }
  }

  /// Throws the error in a response that is not successful.
  /// - Parameter request: The refused request, if it can show which sign-in method the project does not allow.
  private func refuseFailure(
    _ rpc: any RPC.Type, _ request: (any Encodable)?, _ response: HTTPResponse
  ) throws(AuthFailure) {
    guard !(200..<300).contains(response.status) else { return }
    let failure = refusal(response)
    guard case .refused(let error) = failure else { throw failure }
    if let kind = CallKind(rpc, refusedWith: error.code) { throw .refusedCall(kind, error) }
    guard let request, let feature = ProjectFeature(refusedBy: error, of: request) else { throw failure }
    throw .refusedCall(.method(feature), error)
  }

  /// Calls `R` as an administrator of the project.
  /// - Parameters:
  ///   - tenant: The tenant's ID, which goes into the path.
  ///   - config: The ID of the provider, for paths with `{config}`.
  package func call<R: RPC>(
    _ rpc: R.Type, _ request: R.Request, as credential: AdministratorCredential, tenant: String? = nil,
    config: String? = nil, query: [QueryItem] = []
  ) throws(AuthFailure) -> R.Response {
    var message = try message(rpc.route, request, tenant: tenant)
    if let config, let place = message.path.firstRange(of: "{config}") {
      message.path.replaceSubrange(place, with: FormEncoding.encode(config))
    }
    message.query += query
    message.headers["Authorization"] = "Bearer \(credential.bearer)"
    if let payer = credential.quotaProject { message.headers["X-Goog-User-Project"] = payer }
    let response = try send(message, tries: rpc.route.method == .get ? Self.idempotentTries : 1)
    do throws(AuthFailure) {
      return try read(rpc, response)
    } catch {
      guard credential.isAccessToken, case .refused(let refusal) = error else { throw error }
      throw .refusedCall(.administration(AdministratorRole(rpc)), refusal)
    }
  }

  /// Gets a document from one of the service's hosts, for example the certificates.
  package func document(_ route: RPCRoute) throws(AuthFailure) -> HTTPResponse {
    let (origin, path) = endpoint.address(of: route, project: project)
    let response = try send(
      HTTPRequest(method: .get, origin: origin, path: path), tries: Self.idempotentTries)
    guard response.status == 200 else { throw refusal(response) }
    return response
  }

  /// Gets the page at `url` of a local server, as a browser does. The request contains nothing of the project's.
  func visit(_ url: String) throws(AuthFailure) -> HTTPResponse {
    guard let address = try? StrictURL(url) else { throw .malformedRequest }
    var request = HTTPRequest(method: .get, path: address.path, query: address.items)
    request.takesRedirects = true
    switch endpoint {
    case .embedded: request.headers["Host"] = address.authority
    case .emulator(let origin) where origin == address.scheme + "://" + address.authority:
      request.origin = origin
    case .emulator, .production:
      throw .malformedAnswer(status: 200, reason: "the provider's page is on another server")
    }
    return try send(request, tries: 1)
  }

  /// The number of tries for a call that changes nothing.
  static let idempotentTries = 3

  private func message(
    _ route: RPCRoute, _ request: any Encodable, tenant: String? = nil
  ) throws(AuthFailure) -> HTTPRequest {
    let (origin, path) = endpoint.address(of: route, project: project, tenant: tenant)
    var message = HTTPRequest(method: route.method, origin: origin, path: path)
    message.headers["X-Client-Version"] = "usher/JsCore"
    if let linkAuthority { message.headers["Host"] = linkAuthority }
    if let languageCode { message.headers["X-Firebase-Locale"] = languageCode }
    guard let encoded = try? JSONWriter.data(request) else { throw .malformedRequest }
    if route.method == .get {
      guard let values = JSONValue(json: encoded)?.members else { throw .malformedRequest }
      message.query = values.map { QueryItem($0.name, $0.value.string ?? $0.value.text) }
    } else {
      message.headers["Content-Type"] = "application/json"
      message.body = encoded
    }
    return message
  }

  private func send(_ message: HTTPRequest, tries: Int) throws(AuthFailure) -> HTTPResponse {
    var outcome = attempt(message)
    for done in 1..<max(tries, 1) where outcome.isWorthAnotherTry {
      pause(done)
      let next = attempt(message)
      // If the time is over before the next try, the error of the last try is more useful.
      if case .failure(.outOfTime(_, isSent: false)) = next { break }
      outcome = next
    }
    do {
      return try outcome.get()
    } catch {
      throw .network(error)
    }
  }

  private func attempt(_ message: HTTPRequest) -> Result<HTTPResponse, HTTPError> {
    do {
      return .success(try transport.send(message))
    } catch {
      return .failure(error)
    }
  }

  private func refusal(_ response: HTTPResponse) -> AuthFailure {
    guard let envelope = try? JSONReader.plain.read(ErrorEnvelope.self, from: response.body) else {
      return .malformedAnswer(status: response.status, reason: "no error that the service knows")
    }
    return .refused(
      envelope.serverError(
        httpStatus: response.status, retryAfter: response.headers["Retry-After"].flatMap { Int($0) }))
  }
}

extension Result where Success == HTTPResponse, Failure == HTTPError {
  /// Whether another try is useful: the connection failed, or the server was unavailable.
  ///
  /// After a timeout it is not, because the time is used up.
  fileprivate var isWorthAnotherTry: Bool {
    switch self {
    case .success(let response): (502...504).contains(response.status)
    case .failure(.connectionRefused), .failure(.connectionFailed), .failure(.cutOff),
      .failure(.cutOffSending):
      true
    case .failure: false
    }
  }
}
