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
    guard let (path, project) = Self.replacing("projects", with: "{project}", in: path)
    else { return nil }
    let routes =
      paths[path] ?? Self.replacing("tenants", with: "{tenant}", in: path).flatMap { paths[$0.template] }
    return routes.map { Match(routes: $0, project: project) }
  }

  /// The path with a placeholder for the id that follows the segment `collection`, and that id.
  ///
  /// In bytes: searching a string by its characters would cost more than the rest of the way to an operation.
  private static func replacing(
    _ collection: String, with placeholder: String, in path: String
  ) -> (template: String, id: String)? {
    let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard let marker = segments.firstIndex(where: { $0.elementsEqual(collection.utf8) }),
      marker + 1 < segments.count
    else { return nil }
    let id = segments[marker + 1].prefix { $0 != UInt8(ascii: ":") }
    guard !id.isEmpty else { return nil }
    return (path[..<id.startIndex] + placeholder + path[id.endIndex...], String(Substring(id)))
  }
}
