import Essentials
import HTTP
import IdentityToolkit

/// One path and verb that the server answers.
struct Route: Sendable {
  let method: HTTPMethod
  /// As on the wire; `{project}` stands for the project's id, `{tenant}` for a tenant's.
  private(set) var path: String
  private(set) var audience: Audience
  private(set) var answer: @Sendable (Call) throws -> HTTPResponse
  /// The name of the procedure it is, `signUp` or `mfaSignIn:start`; nil for what is none.
  var procedure: String?
  /// In bytes, where the owner may send more than others.
  var bodyLimit: Int?

  /// An operation, at the path of its RPC and, where it has one, at its legacy path.
  /// - Parameter decode: reads the request; from a JSON body unless given.
  static func rpc<O: Operation>(
    _ operation: O.Type, for audience: Audience = .clients,
    decode: @escaping @Sendable (HTTPRequest) throws -> O.Procedure.Request = { try JSONBody.decode($0.body) }
  ) -> [Route] {
    let route = O.Procedure.route
    return paths(of: route).map { path in
      Route(
        method: route.method, path: path, audience: audience,
        answer: { call in
          let request = try decode(call.request)
          return .json(try O(call: TenantChoice(call).settled(by: request)).answer(request))
        }, procedure: route.name)
    }
  }

  /// An operation without any input.
  static func rpc<O: Operation>(
    _ operation: O.Type, for audience: Audience = .clients
  ) -> [Route] where O.Procedure.Request == EmptyObject {
    rpc(operation, for: audience, decode: { _ in EmptyObject() })
  }

  /// The same answer to administrators, who name the project in the path, or a tenant of it.
  func forOwner(at path: String) -> [Route] {
    var route = at("/\(Service.identityToolkit.rawValue)/\(path)")
    route.audience = .owner
    return route.withTenants()
  }

  /// The route, and the same below `/tenants/{tenant}`.
  func withTenants() -> [Route] {
    let project = "{project}"
    guard let end = path.firstRange(of: project)?.upperBound else { return [self] }
    return [self, at(path[..<end] + "/tenants/{tenant}" + path[end...])]
  }

  /// The route, and the same below `admin/v2`, as Google's guides write it where they say `v2`.
  func withAdminPath() -> [Route] {
    let prefix = "/\(Service.identityToolkit.rawValue)/"
    guard path.hasPrefix(prefix + "v2/") else { return [self] }
    return [self, at(prefix + "admin/" + path.dropFirst(prefix.count))]
  }

  /// The same answer at another path.
  func at(_ path: String) -> Route {
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

  private static func paths(of route: RPCRoute) -> [String] {
    let host = route.service == .localServer ? "" : "/" + route.service.rawValue
    let legacy = route.legacyName.map {
      "/\(Service.googleAPIs.rawValue)/identitytoolkit/v3/relyingparty/\($0)"
    }
    return ["\(host)/\(route.path)"] + (legacy.map { [$0] } ?? [])
  }
}
