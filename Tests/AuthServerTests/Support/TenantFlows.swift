import AuthServer
import Essentials
import HTTP
import IdentityToolkit

extension ServerHarness {
  /// Makes a tenant with everything on but what `changes` says; its id.
  func makeTenant(_ changes: JSONValue = [:]) throws -> String {
    var config: JSONValue = [
      "displayName": "acme", "allowPasswordSignup": true, "enableEmailLinkSignin": true,
      "enableAnonymousUser": true, "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]],
    ]
    for member in changes.members ?? [] { config[member.name] = member.value }
    guard let id = try call(CreateTenant.self, config, asOwner: true).tenantID
    else { throw ServerError(.internalError, "no tenant") }
    return id
  }

  func changeTenant(_ id: String, _ changes: JSONValue, mask: String? = nil) throws -> JSONValue {
    try call(
      UpdateTenant.self, changes, tenant: id, query: mask.map { [QueryItem("updateMask", $0)] } ?? [],
      asOwner: true)
  }

  @discardableResult
  func signUp(in tenant: String?, _ email: String? = email) throws -> SignUp.Response {
    var request = SignUp.Request(email: email, password: email.map { _ in Self.password })
    request.tenantId = tenant
    return try call(SignUp.self, request)
  }

  func signIn(in tenant: String?, _ email: String = email) throws -> SignInWithPassword.Response {
    var request = SignInWithPassword.Request(email: email, password: Self.password)
    request.tenantId = tenant
    return try call(SignInWithPassword.self, request)
  }

  /// An account of a tenant whose address is proved; its fresh session.
  func verifiedAccount(in tenant: String, _ email: String = email) throws -> SignInWithPassword.Response {
    let uid = try signUp(in: tenant, email).localId ?? ""
    _ = try asOwner(
      .post, "v1/projects/demo-test/tenants/\(tenant)/accounts:update",
      ["localId": .string(uid), "emailVerified": true])
    return try signIn(in: tenant, email)
  }

  /// The code of the newest message of a tenant.
  func newestCode(in tenant: String) throws -> String? {
    try call(Outbox.self, .init(), tenant: tenant).messages.last?.code
  }

  /// A sign-in link of a tenant.
  func sendLink(in tenant: String) throws -> OutboxMessage? {
    try send(.emailSignIn, to: Self.email) {
      $0.continueUrl = Self.page
      $0.tenantId = tenant
    }
    return try call(Outbox.self, .init(), tenant: tenant).messages.last
  }

  /// Calls a route of administrators.
  func asOwner(_ method: HTTPMethod, _ path: String, _ body: JSONValue = [:]) throws -> JSONValue {
    try Self.decode(
      send(
        method, "/identitytoolkit.googleapis.com/" + path, headers: ["Authorization": "Bearer owner"],
        body: body.text))
  }
}

extension JSONValue {
  /// The id of a tenant that is described.
  var tenantID: String? { self["name"]?.string?.split(separator: "/").last.map(String.init) }
}
