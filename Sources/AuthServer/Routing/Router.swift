import HTTP
import IdentityToolkit

/// The search for the route of a path.
///
/// A server has a table. Building it would cost a command more than its one or two calls, so without one, the path is
/// compared with each template.
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

  static func match(_ path: String, _ method: HTTPMethod, in table: Table? = nil) -> Match? {
    // All routes are ASCII.
    guard path.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    guard !path.utf8.contains(UInt8(ascii: "%")) else {
      // Some SDKs escape a colon, and others do not.
      return FormEncoding.decodeSegment(path).flatMap {
        $0.contains("%") ? nil : match($0, method, in: table)
      }
    }
    if let split = RequestPath(path), let found = find(split, method, in: table) { return found }
    // Firebase's tools write an empty tenant if there is none.
    guard let noTenant = path.firstRange(of: "/tenants//") else { return nil }
    return match(path[..<noTenant.lowerBound] + "/" + path[noTenant.upperBound...], method, in: table)
  }

  private static func find(_ path: RequestPath, _ method: HTTPMethod, in table: Table?) -> Match? {
    guard let table else { return find(path, method, among: Route.sections.lazy.flatMap { $0() }) }
    return find(path, method, among: table.routes(for: path))
  }

  private static func find(
    _ path: RequestPath, _ method: HTTPMethod, among routes: some Sequence<Route>
  ) -> Match? {
    var other: Match?
    for route in routes {
      guard let names = route.path.ids(in: path) else { continue }
      if route.method == method { return Match(route: route, names: names, path: path) }
      var match = other ?? Match(route: route, names: names, path: path)
      match.otherMethods.append(route.method)
      other = match
    }
    return other
  }

  /// All routes, by how their paths end.
  struct Table: Sendable {
    private let routes: [Route]
    /// The places of the routes, by the end of their last segment: all of it, or what follows an ID.
    private let places: [String: [Int]]

    static let all = Table(Route.all)

    private init(_ routes: [Route]) {
      self.routes = routes
      places = Dictionary(grouping: routes.indices) { index in
        let path = routes[index].path.text
        let segment = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        return String(segment.split(separator: "}", omittingEmptySubsequences: false).last ?? "")
      }
    }

    /// Returns the routes that may be at `path`, in their order.
    fileprivate func routes(for path: RequestPath) -> some Sequence<Route> {
      let slash = path.rest.lastIndex(of: UInt8(ascii: "/"))
      let segment = path.rest[(slash.map { $0 + 1 } ?? path.rest.startIndex)...]
      // An ID is all of the segment, or what precedes the colon of a method.
      let method = segment.lastIndex(of: UInt8(ascii: ":")).map { segment[$0...] }
      var found = places[""] ?? []
      for end in [segment, method ?? []] where !end.isEmpty {
        found += places[String(decoding: end, as: UTF8.self)] ?? []
      }
      return found.sorted().lazy.map { routes[$0] }
    }
  }
}
