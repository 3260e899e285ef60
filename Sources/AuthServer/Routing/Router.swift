import HTTP
import IdentityToolkit

/// Finds the route of a path.
///
/// It compares the path with each template, which costs a request little. A table of them would cost a command, which
/// makes one or two calls, more than the calls do.
enum Router {
  /// What a path leads to.
  struct Match: Sendable {
    let route: Route
    /// The ids that the path names, by the names of their placeholders.
    let names: [String: String]
    /// The verbs that the path takes, where the request's is not among them.
    fileprivate(set) var otherMethods: [HTTPMethod] = []
    fileprivate let path: RequestPath

    var project: String? { names["project"] }
    var tenant: String? { names["tenant"] }
    /// Every verb of a path has the same audience.
    var audience: Audience { route.audience }
    /// The path with the names of its ids in braces.
    var template: String { route.path.text(of: path) }
  }

  static func match(_ path: String, _ method: HTTPMethod) -> Match? {
    // No route has any other text.
    guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard !path.utf8.contains(UInt8(ascii: "%")) else {
      // SDKs differ in whether they escape a colon.
      return FormEncoding.decodeSegment(path).flatMap { $0.contains("%") ? nil : match($0, method) }
    }
    if let split = RequestPath(path), let found = find(split, method) { return found }
    // As Firebase's tools name a tenant where there is none.
    guard let noTenant = path.firstRange(of: "/tenants//") else { return nil }
    return match(path[..<noTenant.lowerBound] + "/" + path[noTenant.upperBound...], method)
  }

  private static func find(_ path: RequestPath, _ method: HTTPMethod) -> Match? {
    var other: Match?
    for section in Route.sections {
      for route in section() {
        guard let names = route.path.ids(in: path) else { continue }
        if route.method == method { return Match(route: route, names: names, path: path) }
        var match = other ?? Match(route: route, names: names, path: path)
        match.otherMethods.append(route.method)
        other = match
      }
    }
    return other
  }
}
