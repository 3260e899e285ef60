import IdentityToolkit

/// A path with placeholders in braces for IDs: `/v1/projects/{project}/accounts:lookup`.
///
/// A command creates many of these for one call, so creating one does not parse or join anything.
struct PathTemplate: Sendable {
  /// The first segment, if it is one of Google's hosts.
  let host: ServiceHost
  /// The rest, in two parts.
  private let parts: (String, String)
  /// Whether a tenant may follow the project: `/projects/{project}/tenants/{tenant}`.
  private var mayNameTenant = false
  /// Whether `v2` may also be `admin/v2`, as in Google's guides.
  private var mayNameAdmin = false

  init(_ host: ServiceHost, _ path: String, _ rest: String = "") {
    self.host = host
    parts = (path, rest)
  }

  init(_ path: String) {
    guard let split = RequestPath(path) else { fatalError("\(path) does not begin with a slash") }
    self.init(split.host, String(decoding: split.rest, as: UTF8.self))
  }

  /// Returns a template that also matches below `/tenants/{tenant}`.
  func withTenants() -> PathTemplate {
    var template = self
    template.mayNameTenant = true
    return template
  }

  /// Returns a template that also matches below `admin/v2` in place of `v2`.
  func withAdmin() -> PathTemplate {
    var template = self
    template.mayNameAdmin = host == .identityToolkit && parts.0.hasPrefix("v2/")
    return template
  }

  /// Returns the IDs in `path` by name, or nil if the path does not match.
  func ids(in path: RequestPath) -> [String: String]? {
    guard path.host == host else { return nil }
    var reader = Reader(rest: path.rest, mayNameTenant: mayNameTenant)
    if mayNameAdmin, path.isBelowAdmin { reader.rest.removeFirst(RequestPath.admin.count) }
    guard reader.take(parts.0), reader.take(parts.1), reader.rest.isEmpty else { return nil }
    return reader.ids
  }

  /// A parser of a path, byte by byte.
  private struct Reader {
    var rest: ArraySlice<UInt8>
    let mayNameTenant: Bool
    var ids: [String: String] = [:]

    /// Returns whether the rest begins with `text`, and skips it if so.
    mutating func take(_ text: String) -> Bool {
      var text = text.utf8.makeIterator()
      while let byte = text.next() {
        guard byte == UInt8(ascii: "{") else {
          guard rest.first == byte else { return false }
          rest.removeFirst()
          continue
        }
        var name: [UInt8] = []
        while let byte = text.next(), byte != UInt8(ascii: "}") { name.append(byte) }
        guard takeID(String(decoding: name, as: UTF8.self)) else { return false }
      }
      return true
    }

    /// Takes an ID, which ends at the next segment or at a method's colon and name.
    private mutating func takeID(_ name: String) -> Bool {
      var id = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
      // The ID of an app has colons itself.
      if name == "app" {
        let segment = rest.prefix { $0 != UInt8(ascii: "/") }
        id = segment.lastIndex(of: UInt8(ascii: ":")).map { segment[..<$0] } ?? segment
      }
      guard !id.isEmpty else { return false }
      ids[name] = String(decoding: id, as: UTF8.self)
      rest = rest[id.endIndex...]
      guard name == "project", mayNameTenant, rest.starts(with: PathTemplate.tenants.utf8) else {
        return true
      }
      rest.removeFirst(PathTemplate.tenants.utf8.count)
      return takeID("tenant")
    }
  }

  private static let project = "{project}"
  private static let tenants = "/tenants/"

  /// The path in its basic form.
  var text: String { text(namesTenant: false, isBelowAdmin: false) }

  /// Returns the form of the template that matches `path`.
  func text(of path: RequestPath) -> String {
    text(
      namesTenant: mayNameTenant && ids(in: path)?["tenant"] != nil,
      isBelowAdmin: mayNameAdmin && path.isBelowAdmin)
  }

  var texts: [String] {
    let namesTenant = mayNameTenant && text.firstRange(of: Self.project) != nil
    return (mayNameAdmin ? [false, true] : [false]).flatMap { isBelowAdmin in
      (namesTenant ? [false, true] : [false]).map { text(namesTenant: $0, isBelowAdmin: isBelowAdmin) }
    }
  }

  private func text(namesTenant: Bool, isBelowAdmin: Bool) -> String {
    var rest = parts.0 + parts.1
    if namesTenant, let end = rest.firstRange(of: Self.project)?.upperBound {
      rest = rest[..<end] + Self.tenants + "{tenant}" + rest[end...]
    }
    if isBelowAdmin { rest = RequestPath.admin + rest }
    return host == .localServer ? "/" + rest : "/\(host.rawValue)/\(rest)"
  }
}

/// A request's path, split after its first segment if that is one of Google's hosts.
struct RequestPath: Sendable {
  let host: ServiceHost
  let rest: ArraySlice<UInt8>

  /// Returns nil if the path does not begin with a slash.
  init?(_ path: String) {
    let path = Array(path.utf8)
    guard path.first == UInt8(ascii: "/") else { return nil }
    let rest = path.dropFirst()
    let segment = rest.prefix { $0 != UInt8(ascii: "/") }
    host =
      segment.endIndex < rest.endIndex
      ? ServiceHost.allCases.first { segment.elementsEqual($0.rawValue.utf8) } ?? .localServer : .localServer
    self.rest = host == .localServer ? rest : rest[(segment.endIndex + 1)...]
  }

  fileprivate static let admin = "admin/"

  fileprivate var isBelowAdmin: Bool { rest.starts(with: "admin/v2/".utf8) }
}

extension PathTemplate {
  /// Returns the names of the placeholders in a path, in order.
  static func names(in text: String) -> [String] {
    text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
  }
}
