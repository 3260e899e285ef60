import Essentials
import HTTP
import IdentityToolkit

/// A path and method that the server answers.
struct Route: Sendable {
  let method: HTTPMethod
  /// The path of requests.
  ///
  /// `{project}` stands for the project's ID, `{tenant}` for a tenant's.
  private(set) var path: PathTemplate
  private(set) var audience: Audience
  private(set) var answer: @Sendable (Call) throws -> HTTPResponse
  /// The procedure, or nil if the route is not an RPC.
  let rpc: RPCRoute?
  /// The permission of administrators that are not the owner, or nil if they do not need or cannot have one.
  private(set) var permission: Permission?
  /// The maximum body size in bytes, if the owner may send more than others.
  private(set) var bodyLimit: Int?

  init(
    _ method: HTTPMethod, at path: PathTemplate, for audience: Audience, rpc: RPCRoute? = nil,
    answer: @escaping @Sendable (Call) throws -> HTTPResponse
  ) {
    self.method = method
    self.path = path
    self.audience = audience
    self.rpc = rpc
    self.answer = answer
  }

  /// The name of the procedure, such as `signUp` or `mfaSignIn:start`, or nil if the route is not an RPC.
  var procedure: String? { rpc?.name }

  /// Whether the route can answer only for a project that is initialized.
  var needsInitializedProject: Bool {
    (audience == .clients || audience == .owner) && rpc != InitializeAuth.route
      && [.identityToolkit, .secureToken, .googleAPIs].contains(path.host)
  }

  /// Whether the route answers token requests, with OAuth's forms of requests and refusals.
  var isTokenEndpoint: Bool { [.oauth2, .securityTokens].contains(path.host) }

  /// Returns the routes of an operation: at the path of its RPC and, if it has one, at its legacy path.
  ///
  /// - Parameter decode: Reads the request. By default, from a JSON body.
  static func rpc<P: RPC, O: Operation>(
    _ procedure: P.Type, _ operation: O.Type, for audience: Audience = .clients,
    decode: @escaping @Sendable (HTTPRequest) throws -> P.Request = { try JSONBody.decode($0.body) }
  ) -> [Route] where O.Request == P.Request, O.Response == P.Response {
    routes(of: P.route, for: audience) { call in
      let request = try decode(call.request)
      return .json(try O(call: CallTenant(call: call).settled()).answer(request))
    }
  }

  /// Returns the routes of an operation whose request can name its tenant.
  static func rpc<P: RPC, O: Operation>(
    _ procedure: P.Type, _ operation: O.Type, for audience: Audience = .clients,
    decode: @escaping @Sendable (HTTPRequest) throws -> P.Request = { try JSONBody.decode($0.body) }
  ) -> [Route] where O.Request == P.Request, O.Response == P.Response, P.Request: TenantBound {
    routes(of: P.route, for: audience) { call in
      let request = try decode(call.request)
      let call = try CallTenant(call: call).settled(by: request)
      let operation = O(call: call)
      if call.dialect.checksBeforeTenants, !O.worksWhereAuthIsDisabled {
        // A tenant that is off refuses this call when its settings are read.
        let tenants = try call.tenant.map { _ in try call.projectSettings() }
        try operation.checkFirst(request) { try tenants ?? call.projectSettings() }
      }
      return .json(try operation.answer(request))
    }
  }

  /// Returns the routes of an operation without input.
  static func rpc<P: RPC, O: Operation>(
    _ procedure: P.Type, _ operation: O.Type, for audience: Audience = .clients
  ) -> [Route] where O.Request == EmptyObject, P.Request == EmptyObject, O.Response == P.Response {
    rpc(procedure, operation, for: audience, decode: { _ in EmptyObject() })
  }

  /// Returns the routes of an RPC that shows everybody the server's public keys.
  static func published<P: RPC>(
    _ procedure: P.Type, _ keys: @escaping @Sendable (TokenWriter) throws -> P.Response
  ) -> [Route] {
    routes(of: P.route, for: .everyone) { .json(try keys($0.issuer)) }.map { $0.kept() }
  }

  /// Returns the same route for administrators, who name the project or tenant in the path.
  func forOwner(at path: String) -> Route {
    var route = at(PathTemplate(.identityToolkit, path))
    route.audience = .owner
    return route.withTenants()
  }

  /// Returns the route, and the same one below `/tenants/{tenant}`.
  func withTenants() -> Route { at(path.withTenants()) }

  /// Returns the route, and the same one below `admin/v2`, which Google's guides use in place of `v2`.
  func withAdminPath() -> Route { at(path.withAdmin()) }

  /// Returns the same route at another path.
  func at(_ path: PathTemplate) -> Route {
    var route = self
    route.path = path
    return route
  }

  /// Returns the same route for administrators with this permission, too.
  func needing(_ permission: Permission) -> Route {
    var route = self
    route.permission = permission
    return route
  }

  /// Returns the same route with an answer that clients may cache.
  func kept() -> Route {
    var route = self
    route.answer = { [answer] call in
      var response = try answer(call)
      response.headers["Cache-Control"] = "public, max-age=\(Policy.keysMaxAge), must-revalidate"
      return response
    }
    return route
  }

  /// Returns the same route with a maximum body size.
  func taking(bodiesOf limit: Int) -> Route {
    var route = self
    route.bodyLimit = limit
    return route
  }

  private static func routes(
    of rpc: RPCRoute, for audience: Audience, answer: @escaping @Sendable (Call) throws -> HTTPResponse
  ) -> [Route] {
    let route = Route(
      rpc.method, at: PathTemplate(rpc.service, rpc.path), for: audience, rpc: rpc, answer: answer)
    guard let legacy = rpc.legacyName else { return [route] }
    return [route, route.at(PathTemplate(.googleAPIs, "identitytoolkit/v3/relyingparty/", legacy))]
  }
}

extension [Route] {
  /// Returns the same routes for administrators with this permission, too.
  func needing(_ permission: Permission) -> [Route] { map { $0.needing(permission) } }
}
