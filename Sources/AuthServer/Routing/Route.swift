import Essentials
import HTTP
import IdentityToolkit

/// One path and verb that the server answers.
struct Route: Sendable {
  let method: HTTPMethod
  /// As on the wire; `{project}` stands for the project's id, `{tenant}` for a tenant's.
  private(set) var path: PathTemplate
  private(set) var audience: Audience
  private(set) var answer: @Sendable (Call) throws -> HTTPResponse
  /// The procedure that it is; nil for what is none.
  private let rpc: RPCRoute?
  /// In bytes, where the owner may send more than others.
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

  /// The name of the procedure, `signUp` or `mfaSignIn:start`; nil for what is none.
  var procedure: String? { rpc?.name }

  /// An operation, at the path of its RPC and, where it has one, at its legacy path.
  /// - Parameter decode: reads the request; from a JSON body unless given.
  static func rpc<O: Operation>(
    _ operation: O.Type, for audience: Audience = .clients,
    decode: @escaping @Sendable (HTTPRequest) throws -> O.Procedure.Request = { try JSONBody.decode($0.body) }
  ) -> [Route] {
    routes(of: O.Procedure.route, for: audience) { call in
      let request = try decode(call.request)
      return .json(try O(call: CallTenant(call).settled()).answer(request))
    }
  }

  /// An operation whose request may say which tenant it is about.
  static func rpc<O: Operation>(
    _ operation: O.Type, for audience: Audience = .clients,
    decode: @escaping @Sendable (HTTPRequest) throws -> O.Procedure.Request = { try JSONBody.decode($0.body) }
  ) -> [Route] where O.Procedure.Request: TenantBound {
    routes(of: O.Procedure.route, for: audience) { call in
      let request = try decode(call.request)
      return .json(try O(call: CallTenant(call).settled(by: request)).answer(request))
    }
  }

  /// An operation without any input.
  static func rpc<O: Operation>(
    _ operation: O.Type, for audience: Audience = .clients
  ) -> [Route] where O.Procedure.Request == EmptyObject {
    rpc(operation, for: audience, decode: { _ in EmptyObject() })
  }

  /// The same answer to administrators, who name the project in the path, or a tenant of it.
  func forOwner(at path: String) -> Route {
    var route = at(PathTemplate(.identityToolkit, path))
    route.audience = .owner
    return route.withTenants()
  }

  /// The route, and the same below `/tenants/{tenant}`.
  func withTenants() -> Route { at(path.withTenants()) }

  /// The route, and the same below `admin/v2`, as Google's guides write it where they say `v2`.
  func withAdminPath() -> Route { at(path.withAdmin()) }

  /// The same answer at another path.
  func at(_ path: PathTemplate) -> Route {
    var route = self
    route.path = path
    return route
  }

  /// The same answer, which clients may keep for a while.
  func kept() -> Route {
    var route = self
    route.answer = { [answer] call in
      var response = try answer(call)
      response.headers["Cache-Control"] = "public, max-age=\(call.policy.keysMaxAge), must-revalidate"
      return response
    }
    return route
  }

  /// The same answer to bodies of so many bytes.
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
