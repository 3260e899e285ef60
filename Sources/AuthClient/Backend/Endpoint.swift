import HTTP
import IdentityToolkit

/// The server that answers: Google's service, a local server or emulator, or the server in this process.
package enum Endpoint: Sendable, Hashable {
  case production
  /// A server that expects the production host as the first part of the path, as Firebase's emulator does.
  ///
  /// `origin` contains the scheme, host and port.
  case emulator(origin: String)
  /// The server in this process.
  case embedded

  /// Returns the origin and path of `route`, with the IDs filled in.
  func address(
    of route: RPCRoute, project: String, tenant: String? = nil
  ) -> (origin: String, path: String) {
    let path = route.path(project: project, tenant: tenant)
    let host = route.service.rawValue
    return switch self {
    case .production: ("https://\(host)", "/\(path)")
    case .emulator(let origin): (origin, host.isEmpty ? "/\(path)" : "/\(host)/\(path)")
    case .embedded: ("", host.isEmpty ? "/\(path)" : "/\(host)/\(path)")
    }
  }
}
