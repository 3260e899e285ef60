import Administration
import Crypto
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Google's hosts, as far as they are in this process.
struct GoogleHosts: HTTPTransport {
  let server: ServerHarness

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    var request = request
    let host = String(request.origin.drop { $0 != "/" }.dropFirst(2))
    if host.hasSuffix(".googleapis.com") { request.path = "/" + host + request.path }
    request.headers["Host"] = host
    return try EmbeddedTransport(server.server).send(request)
  }
}

extension ServerHarness {
  static let address = "127.0.0.1:9099"
  static let cloudPlatform = "https://www.googleapis.com/auth/cloud-platform"

  /// Gives the project a service account with the test's key, as its configuration does; the content of its key file.
  func addServiceAccount(
    _ email: String? = nil, roles: [ServiceAccountRole]? = nil,
    project: String = "demo-test"
  ) throws -> CreateServiceAccount.Response {
    let key = TestKeys.own
    let present = try call(GetProjectConfig.self, .init(), project: project, asOwner: true)["usher"]
    let signers = present?["customTokenSigners"] ?? [:]
    let email = email ?? "robot-\(signers.members?.count ?? 0)@\(project).iam.gserviceaccount.com"
    var settings: JSONValue = [
      "customTokenSigners": signers, "serviceAccountRoles": present?["serviceAccountRoles"] ?? [:],
    ]
    settings["customTokenSigners"]?[email] = [
      "kty": "RSA", "n": .string(Base64URL.encode(key.publicKey.modulus)),
      "e": .string(Base64URL.encode(key.publicKey.exponent)),
    ]
    if let roles { settings["serviceAccountRoles"]?[email] = .array(roles.map { .string($0.rawValue) }) }
    _ = try call(
      UpdateProjectConfig.self, ["usher": settings], project: project,
      query: [QueryItem("updateMask", "usher.customTokenSigners,usher.serviceAccountRoles")], asOwner: true)
    return CreateServiceAccount.Response(
      projectID: project, privateKeyID: "key-1", privateKey: key.pem, email: email,
      tokenURI: "http://\(Self.address)/oauth2.googleapis.com/token")
  }

  /// Has the server make a service account and its key, as at its address; the content of its key file.
  func createServiceAccount(
    _ email: String? = nil, roles: [ServiceAccountRole]? = nil, project: String = "demo-test"
  ) throws -> CreateServiceAccount.Response {
    try call(
      CreateServiceAccount.self, .init(email: email, roles: roles?.map(\.rawValue)), project: project,
      headers: ["Host": Self.address], asOwner: true)
  }

  /// Where usher itself gets its access tokens with a credentials file.
  func accessTokens(
    of file: some Encodable, subjectToken: @escaping @Sendable () -> String = { "" }
  ) throws -> AccessTokens {
    let text = String(decoding: try JSONEncoder().encode(file), as: UTF8.self)
    return AccessTokens(
      of: try GoogleCredential(file: text), over: GoogleHosts(server: self),
      files: CredentialFiles { _, _ in Data(subjectToken().utf8) }, now: { [clock] in clock.now })
  }

  /// What an assertion of a key file's account gets at the token endpoint.
  func grant(
    _ file: CreateServiceAccount.Response, signedBy key: PrivateKey? = nil,
    _ change: (inout JSONValue) -> Void = { _ in }
  ) throws -> HTTPResponse {
    let now = Int64(clock.now.timeIntervalSince1970)
    var claims: JSONValue = [
      "iss": .string(try #require(file.clientEmail)), "scope": .string(Self.cloudPlatform),
      "aud": .string(try #require(file.tokenURI)), "iat": .integer(now), "exp": .integer(now + 3600),
    ]
    change(&claims)
    let key = try key ?? PrivateKey(pem: try #require(file.privateKey))
    return try postForm(
      "/oauth2.googleapis.com/token",
      [
        "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer",
        "assertion": try JWT.signed(claims, by: key, id: file.privateKeyID),
      ])
  }

  func postForm(_ path: String, _ form: [String: String]) throws -> HTTPResponse {
    try send(
      .post, path,
      headers: ["Content-Type": "application/x-www-form-urlencoded", "Host": Self.address],
      body: FormEncoding.encode(form.map { QueryItem($0.key, $0.value) }))
  }

  /// An access token of a key file's account.
  func accessToken(
    of file: CreateServiceAccount.Response, scope: String = cloudPlatform
  ) throws -> String {
    let response = try grant(file) { $0["scope"] = .string(scope) }
    return try #require(JSONValue(json: response.body)?["access_token"]?.string)
  }

  /// What a call with a bearer token gets.
  func bear(
    _ token: String, _ method: HTTPMethod = .get, _ path: String = "v2/projects/demo-test/config",
    query: [QueryItem] = [], payer: String? = nil, body: String = ""
  ) throws -> HTTPResponse {
    var headers: HTTPHeaders = ["Authorization": "Bearer " + token]
    headers["x-goog-user-project"] = payer
    return try send(
      method, path.hasPrefix("/") ? path : "/identitytoolkit.googleapis.com/" + path, query: query,
      headers: headers, body: body)
  }
}

/// The status of an answer, and its JSON in one order.
func shown(_ response: HTTPResponse) -> String {
  "\(response.status) " + (JSONValue(json: response.body)?.text ?? "no JSON")
}
