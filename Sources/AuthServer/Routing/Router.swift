import HTTP
import IdentityToolkit

/// Finds the route of a path.
struct Router: Sendable {
  /// What a path leads to.
  struct Match: Sendable {
    var routes: [HTTPMethod: Route]
    /// The project that the path names.
    var project: String?

    /// Every verb of a path has the same audience.
    var audience: Audience { routes.first?.value.audience ?? .owner }
  }

  private var paths: [String: [HTTPMethod: Route]] = [:]

  init(_ routes: [Route]) {
    for route in routes { paths[route.path, default: [:]][route.method] = route }
  }

  func match(_ path: String) -> Match? {
    if let routes = paths[path] { return Match(routes: routes) }
    guard !path.utf8.contains(UInt8(ascii: "%")) else {
      // SDKs differ in whether they escape a colon.
      return FormEncoding.decodeSegment(path).flatMap { $0.contains("%") ? nil : match($0) }
    }
    guard let (template, project) = Self.template(of: path) else { return nil }
    return paths[template].map { Match(routes: $0, project: project) }
  }

  /// The path with `{project}` in place of the id that follows `/projects/`.
  private static func template(of path: String) -> (String, project: String)? {
    guard let marker = path.firstRange(of: "/projects/") else { return nil }
    let rest = path[marker.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == ":" } ?? rest.endIndex
    guard end != rest.startIndex else { return nil }
    return (path[..<marker.upperBound] + "{project}" + rest[end...], String(rest[..<end]))
  }
}
