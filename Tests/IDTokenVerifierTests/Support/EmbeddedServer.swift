import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport

@testable import IDTokenVerifier

/// The local server in this process, which really signs.
struct EmbeddedServer: Sendable {
  let clock = TestClock()
  private let folder = TemporaryFolder()
  private let server: IdentityToolkitServer

  init(_ policy: Policy = .strict) throws {
    for (name, content) in EmbeddedDatabase.files { folder.write(content, to: name) }
    var policy = policy
    policy.scryptCostExponent = 1
    server = IdentityToolkitServer(
      store: try Store(at: .file(path: folder.path(of: "local.db"))), project: "demo-test", policy: policy,
      clock: { [clock] in clock.now }, random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
  }

  func verifier(_ change: (inout TokenVerifier.Options) -> Void) -> TokenVerifier {
    var options = TokenVerifier.Options(projectID: "demo-test")
    options.apiKey = "k"
    change(&options)
    return TokenVerifier(
      options, makeTransport: { [server] in EmbeddedTransport(server) }, now: { [clock] in clock.now },
      instant: { [clock] in clock.instant })
  }

  func call<Procedure: RPC>(
    _ procedure: Procedure.Type, _ body: Procedure.Request, asOwner: Bool = false
  ) throws -> Procedure.Response {
    var request = HTTPRequest(
      method: Procedure.route.method,
      path: "/\(Procedure.route.service.rawValue)/\(Procedure.route.path(project: "demo-test"))",
      query: asOwner ? [] : [QueryItem("key", "k")])
    if asOwner { request.headers["Authorization"] = "Bearer owner" }
    request.body = try JSONEncoder().encode(body)
    let response = try server.respond(to: request)
    guard response.status == 200 else {
      throw try JSONDecoder().decode(ErrorEnvelope.self, from: response.body).serverError(
        httpStatus: response.status)
    }
    return try JSONDecoder().decode(Procedure.Response.self, from: response.body)
  }

  func call(
    _ procedure: UpdateAccount.Type, asOwner: Bool, _ change: (inout UpdateAccount.Request) -> Void
  ) throws -> UpdateAccount.Response {
    var request = UpdateAccount.Request()
    change(&request)
    return try call(procedure, request, asOwner: asOwner)
  }

  func signUp(in tenant: String? = nil) throws -> SignUp.Response {
    var request = SignUp.Request(email: "kim@example.com", password: "correct horse")
    request.tenantId = tenant
    return try call(SignUp.self, request)
  }

  func signIn() throws -> SignInWithPassword.Response {
    try call(SignInWithPassword.self, .init(email: "kim@example.com", password: "correct horse"))
  }

  func makeTenant() throws -> String {
    let tenant = try call(
      CreateTenant.self, ["displayName": "acme", "allowPasswordSignup": true], asOwner: true)
    guard let id = tenant["name"]?.string?.split(separator: "/").last
    else { throw ServerError(.internalError, "no tenant") }
    return String(id)
  }

  func sessionCookie(_ idToken: String?) throws -> String {
    let answer = try call(CreateSessionCookie.self, .init(idToken: idToken), asOwner: true)
    guard let cookie = answer.sessionCookie else { throw ServerError(.internalError, "no cookie") }
    return cookie
  }
}
