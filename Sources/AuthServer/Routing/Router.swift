import HTTP
import IdentityToolkit

/// Finds the route of a path.
struct Router: Sendable {
  /// What a path leads to.
  struct Match: Sendable {
    var routes: [HTTPMethod: Route]
    /// The ids that the path names, by the names of their placeholders.
    var names: [String: String] = [:]

    var project: String? { names["project"] }
    var tenant: String? { names["tenant"] }
    /// Every verb of a path has the same audience.
    var audience: Audience { routes.first?.value.audience ?? .owner }
  }

  /// The paths without placeholders, all that clients ask for among them.
  private var paths: [String: [HTTPMethod: Route]] = [:]
  /// The others by how many segments they have.
  private var templates: [Int: [PathTemplate: [HTTPMethod: Route]]] = [:]

  init(_ routes: [Route]) {
    for route in routes {
      if let template = PathTemplate(route.path) {
        templates[template.count, default: [:]][template, default: [:]][route.method] = route
      } else {
        paths[route.path, default: [:]][route.method] = route
      }
    }
  }

  func match(_ path: String) -> Match? {
    // No route has any other text, and a dictionary would take a Kelvin sign for a K.
    guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    if let routes = paths[path] { return Match(routes: routes) }
    guard !path.utf8.contains(UInt8(ascii: "%")) else {
      // SDKs differ in whether they escape a colon.
      return FormEncoding.decodeSegment(path).flatMap { $0.contains("%") ? nil : match($0) }
    }
    let segments = PathTemplate.segments(of: path)
    // As Firebase's tools name a tenant where there is none. To look for it in every path would cost more than the rest.
    if segments.contains(where: \.isEmpty), let noTenant = path.firstRange(of: "/tenants//") {
      return match(path[..<noTenant.lowerBound] + "/" + path[noTenant.upperBound...])
    }
    for (template, routes) in templates[segments.count] ?? [:] {
      if let names = template.names(in: segments) { return Match(routes: routes, names: names) }
    }
    return nil
  }
}
