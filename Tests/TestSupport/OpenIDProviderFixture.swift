import Crypto
package import Essentials
package import HTTP
import IdentityToolkit
import Synchronization
import Testing

/// An OpenID provider in this process, with authorization codes, PKCE and a device flow. A test can have it lie.
///
/// Remembers every request that came to it.
package final class OpenIDProviderFixture: HTTPTransport {
  package static let issuer = "https://id.example"

  /// What it does; a test changes that between two requests.
  package struct Behaviour: Sendable {
    /// Who signs in.
    package var subject = "248289761001"
    package var email: String? = "kim@example.com"
    package var isEmailVerified = true
    /// Claims in place of the right ones, or beside them; null leaves one out.
    package var claims: [(name: String, value: JSONValue)] = []
    /// What the claims' JSON becomes before it is signed: a text to find, and what it gives way to.
    package var rewrite: (found: String, written: String)?
    /// What it says of the person at its userinfo endpoint; nil where it has none.
    package var userInfo: JSONValue?
    /// What the header of ID tokens says.
    package var algorithm = "RS256"
    package var keyID: String? = "key-1"
    /// Signs with a key that is published nowhere.
    package var signsWithForeignKey = false
    /// What its document says in place of the right thing, or beside it; null leaves a member out.
    package var document: [(name: String, value: JSONValue)] = []
    /// Answers to the next requests of these paths, in place of its own.
    package var answers: [String: Result<HTTPResponse, HTTPError>] = [:]
    /// How often a device is told to wait before it gets its tokens, and with which error.
    package var deviceErrors: [String] = []
    package var givesIDToken = true

    package init() {}
  }

  private struct Asked: Sendable {
    var nonce: String?
    var challenge: String
    var redirectURI: String
    var clientID: String
  }

  private struct State: Sendable {
    var behaviour = Behaviour()
    var codes: [String: Asked] = [:]
    var seen: [HTTPRequest] = []
  }

  private let clientID: String
  private let secret: String?
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  package init(clientID: String = "client-1", secret: String? = nil, now: @escaping @Sendable () -> Date) {
    self.clientID = clientID
    self.secret = secret
    self.now = now
  }

  package var behaviour: Behaviour {
    get { state.withLock { $0.behaviour } }
    set { state.withLock { $0.behaviour = newValue } }
  }

  /// What was sent, in order.
  package var requests: [HTTPRequest] { state.withLock { $0.seen } }

  /// What a browser does at `url`, where the person agrees at once: the address that it ends at, with a code or, where
  /// that is asked for, with an ID token.
  package func callback(from url: String) throws -> String {
    let query = try self.query(of: url)
    if query["response_type"] == "id_token" {
      #expect(query["code_challenge"] == nil)
      let answer = [
        QueryItem("id_token", idToken(nonce: query["nonce"])), QueryItem("state", query["state"] ?? ""),
      ]
      return try #require(query["redirect_uri"]) + "#" + FormEncoding.encode(answer)
    }
    let asked = Asked(
      nonce: query["nonce"], challenge: try #require(query["code_challenge"]),
      redirectURI: try #require(query["redirect_uri"]), clientID: try #require(query["client_id"]))
    #expect(query["response_type"] == "code")
    #expect(query["code_challenge_method"] == "S256")
    let code = state.withLock { state in
      let code = "code-\(state.codes.count + 1)"
      state.codes[code] = asked
      return code
    }
    return asked.redirectURI + "?"
      + FormEncoding.encode([QueryItem("code", code), QueryItem("state", query["state"] ?? "")])
  }

  /// The same, where the person declines.
  package func refusal(from url: String, error: String = "access_denied") throws -> String {
    let query = try self.query(of: url)
    return try #require(query["redirect_uri"]) + "?"
      + FormEncoding.encode([QueryItem("error", error), QueryItem("state", query["state"] ?? "")])
  }

  private func query(of url: String) throws -> [String: String] {
    let items = try #require(FormEncoding.decode(String(url.drop { $0 != "?" }.dropFirst())))
    return Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
  }

  package func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    let answer = state.withLock { state in
      state.seen.append(request)
      return state.behaviour.answers.removeValue(forKey: request.path)
    }
    if let answer { return try answer.get() }
    guard request.origin == Self.issuer else { throw .nameNotResolved(host: request.origin) }
    switch (request.method, request.path) {
    case (.get, "/.well-known/openid-configuration"): return Self.json(document)
    case (.get, "/keys"): return Self.json(Self.keys)
    case (.post, "/token"): return token(request)
    case (.get, "/userinfo"):
      guard let userInfo = behaviour.userInfo else { return HTTPResponse(status: 404) }
      let isOpen = request.headers["Authorization"] == "Bearer access-1"
      return isOpen ? Self.json(userInfo) : HTTPResponse(status: 401)
    case (.post, "/device"):
      return Self.json([
        "device_code": "device-secret", "user_code": "WDJB-MJHT", "interval": 5, "expires_in": 300,
        "verification_uri": .string(Self.issuer + "/activate"),
      ])
    default: return HTTPResponse(status: 404)
    }
  }

  private var document: JSONValue {
    var document: JSONValue = [
      "issuer": .string(Self.issuer), "authorization_endpoint": .string(Self.issuer + "/authorize"),
      "token_endpoint": .string(Self.issuer + "/token"), "jwks_uri": .string(Self.issuer + "/keys"),
      "device_authorization_endpoint": .string(Self.issuer + "/device"),
    ]
    if behaviour.userInfo != nil { document["userinfo_endpoint"] = .string(Self.issuer + "/userinfo") }
    for (name, value) in behaviour.document { document[name] = value == .null ? JSONValue?.none : value }
    return document
  }

  private func token(_ request: HTTPRequest) -> HTTPResponse {
    let items = FormEncoding.decode(String(decoding: request.body, as: UTF8.self)) ?? []
    let form = Dictionary(items.map { ($0.name, $0.value) }) { first, _ in first }
    guard isClient(form, request.headers["Authorization"]) else { return Self.refusal("invalid_client", 401) }
    if form["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code" {
      guard form["device_code"] == "device-secret" else { return Self.refusal("invalid_grant") }
      let error = state.withLock { state in
        state.behaviour.deviceErrors.isEmpty ? nil : state.behaviour.deviceErrors.removeFirst()
      }
      if let error { return Self.refusal(error) }
      return tokens(nonce: nil)
    }
    // A code is good once.
    guard let asked = form["code"].flatMap({ code in state.withLock { $0.codes.removeValue(forKey: code) } }),
      form["redirect_uri"] == asked.redirectURI, let verifier = form["code_verifier"],
      Base64URL.encode(Digest.sha256(verifier.utf8)) == asked.challenge
    else { return Self.refusal("invalid_grant") }
    return tokens(nonce: asked.nonce)
  }

  private func isClient(_ form: [String: String], _ authorization: String?) -> Bool {
    guard let secret else { return form["client_id"] == clientID }
    let basic = "Basic " + Data("\(clientID):\(secret)".utf8).base64EncodedString()
    return authorization == basic || form["client_id"] == clientID && form["client_secret"] == secret
  }

  private func tokens(nonce: String?) -> HTTPResponse {
    var answer: JSONValue = ["access_token": "access-1", "token_type": "Bearer", "expires_in": 3600]
    if behaviour.givesIDToken { answer["id_token"] = .string(idToken(nonce: nonce)) }
    return Self.json(answer)
  }

  /// An ID token as it is now made.
  package func idToken(nonce: String?) -> String {
    let behaviour = behaviour
    let time = Int64(now().timeIntervalSince1970)
    var claims: JSONValue = [
      "iss": .string(Self.issuer), "aud": .string(clientID), "sub": .string(behaviour.subject),
      "iat": .integer(time), "exp": .integer(time + 600), "name": "Kim",
    ]
    claims["nonce"] = nonce.map { .string($0) }
    claims["email"] = behaviour.email.map { .string($0) }
    if behaviour.email != nil { claims["email_verified"] = .bool(behaviour.isEmailVerified) }
    for (name, value) in behaviour.claims { claims[name] = value == .null ? JSONValue?.none : value }
    var header: JSONValue = ["alg": .string(behaviour.algorithm), "typ": "JWT"]
    header["kid"] = behaviour.keyID.map { .string($0) }
    var text = claims.text
    if let (found, written) = behaviour.rewrite { text = text.replacing(found, with: written) }
    let signed = Base64URL.encode(header.text.utf8) + "." + Base64URL.encode(text.utf8)
    let key = behaviour.signsWithForeignKey ? Self.foreignKey : Self.key
    let signature: [UInt8]
    switch behaviour.algorithm {
    case "none": signature = []
    // What a verifier would take that lets a token choose how it is checked.
    case "HS256": signature = Digest.hmacSHA256(Array(signed.utf8), key: key.publicKey.modulus)
    default: signature = (try? key.sign(signed.utf8)) ?? []
    }
    return signed + "." + Base64URL.encode(signature)
  }

  /// The set of keys that it publishes.
  package static let keys: JSONValue = [
    "keys": [
      [
        "kty": "RSA", "use": "sig", "alg": "RS256", "kid": "key-1",
        "n": .string(Base64URL.encode(key.publicKey.modulus)),
        "e": .string(Base64URL.encode(key.publicKey.exponent)),
      ]
    ]
  ]

  private static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, headers: ["Content-Type": "application/json"], body: Data(value.text.utf8))
  }

  private static func refusal(_ code: String, _ status: Int = 400) -> HTTPResponse {
    json(["error": .string(code)], status: status)
  }

  private static let key = TestKeys.newKey()
  private static let foreignKey = TestKeys.other
}
