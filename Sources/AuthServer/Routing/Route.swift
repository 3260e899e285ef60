import Essentials
import HTTP
import IdentityToolkit

/// One path and verb that the server answers.
struct Route: Sendable {
  let method: HTTPMethod
  /// As on the wire; `{project}` stands for the project's id.
  let path: String
  let audience: Audience
  let answer: @Sendable (Call) throws -> HTTPResponse

  /// An RPC, at its own path and, where it has one, at its legacy path.
  /// - Parameter decode: reads the request; from a JSON body unless given.
  static func rpc<Procedure: RPC>(
    _ procedure: Procedure.Type, for audience: Audience = .clients,
    decode: @escaping @Sendable (HTTPRequest) throws -> Procedure.Request = { try JSONBody.decode($0.body) },
    _ operation: @escaping @Sendable (Call) -> (Procedure.Request) throws -> Procedure.Response
  ) -> [Route] {
    paths(of: procedure.route).map { path in
      Route(method: procedure.route.method, path: path, audience: audience) { call in
        .json(try operation(call)(decode(call.request)))
      }
    }
  }

  /// An RPC without any input.
  static func rpc<Procedure: RPC>(
    _ procedure: Procedure.Type, for audience: Audience = .clients,
    _ operation: @escaping @Sendable (Call) -> (EmptyObject) throws -> Procedure.Response
  ) -> [Route] where Procedure.Request == EmptyObject {
    rpc(procedure, for: audience, decode: { _ in EmptyObject() }, operation)
  }

  /// The same answer to administrators, who name the project in the path.
  func forOwner(at path: String) -> Route {
    Route(
      method: method, path: "/\(Service.identityToolkit.rawValue)/\(path)", audience: .owner, answer: answer)
  }

  /// The same answer, which clients may keep for a while.
  func kept() -> Route {
    Route(method: method, path: path, audience: audience) { call in
      var response = try answer(call)
      response.headers["Cache-Control"] = "public, max-age=\(call.policy.keysMaxAge), must-revalidate"
      return response
    }
  }

  private static func paths(of route: RPCRoute) -> [String] {
    let host = route.service == .localServer ? "" : "/" + route.service.rawValue
    let legacy = route.legacyName.map {
      "/\(Service.googleAPIs.rawValue)/identitytoolkit/v3/relyingparty/\($0)"
    }
    return ["\(host)/\(route.path)"] + (legacy.map { [$0] } ?? [])
  }
}

/// Who may call a route.
enum Audience: Sendable {
  /// Programs and web pages, anywhere: what is public.
  case everyone
  /// Apps, with an API key; web pages of any origin.
  case clients
  /// People who open a link, wherever they read their mail; no web page reads the answer for them.
  case mailReaders
  /// Administrators, with the owner's token.
  case owner
  /// People and tests on this machine; no web page of another site.
  case thisMachine

  /// Whether a web page of another origin may read the answer.
  var includesOtherOrigins: Bool { self == .everyone || self == .clients }

  /// Whether requests that a web page of another origin makes are refused.
  var isOfThisSite: Bool { self == .owner || self == .thisMachine }
}
