import HTTP
import IdentityToolkit

/// Who answers: Google's service, a local server or emulator, or the server inside this process.
package enum Endpoint: Sendable, Hashable {
  case production
  /// A server that takes the production host as the first segment of the path, as Firebase's emulator does.
  /// `origin` is scheme, host and port.
  case emulator(origin: String)
  /// The embedded server: requests never leave the process.
  case embedded

  /// Where `route` is called, with the ids filled in.
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
