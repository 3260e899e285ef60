import HTTP
import IdentityToolkit

/// The search for the route of a path.
///
/// It compares the path with each template, which is cheap. Building a lookup table would cost a command more than its
/// one or two calls.
enum Router {
  /// The result for a path.
  struct Match: Sendable {
    let route: Route
    /// The IDs in the path, by the names of their placeholders.
    let names: [String: String]
    /// The methods of the path, if the request's method is not one of them.
    fileprivate(set) var otherMethods: [HTTPMethod] = []
    fileprivate let path: RequestPath

    var project: String? { names["project"] }
    var tenant: String? { names["tenant"] }
    /// The audience, which is the same for all methods of a path.
    var audience: Audience { route.audience }
    /// The path with the names of its IDs in braces.
    var template: String { route.path.text(of: path) }
  }

  static func match(_ path: String, _ method: HTTPMethod) -> Match? {
    // All routes are ASCII.
    guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard !path.utf8.contains(UInt8(ascii: "%")) else {
      // Some SDKs escape a colon, and others do not.
      return FormEncoding.decodeSegment(path).flatMap { $0.contains("%") ? nil : match($0, method) }
    }
    if let split = RequestPath(path), let found = find(split, method) { return found }
    // Firebase's tools write an empty tenant if there is none.
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
