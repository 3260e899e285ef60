package import HTTP

/// The address of one of a provider's endpoints: `https`, or `http` on this machine, and perhaps a query of its own.
package struct EndpointAddress: Sendable, Equatable, CustomStringConvertible {
  package let origin: Origin
  /// Percent-encoded, starting with `/`.
  package let path: String
  package let query: [QueryItem]

  /// Nil for what is no such address; for a user name, a fragment, a backslash, a space or anything but ASCII in it;
  /// and for plain `http` to another machine, where a code could be read on its way.
  package init?(_ text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
      !text.contains("#"), let scheme = text.firstRange(of: "://")
    else { return nil }
    let end = text[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
    guard let origin = Origin(String(text[..<end])), origin.scheme == .https || origin.isLoopback
    else { return nil }
    let rest = text[end...]
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    guard let query = FormEncoding.decode(String(rest[mark...].dropFirst())) else { return nil }
    self.origin = origin
    path = rest[..<mark].isEmpty ? "/" : String(rest[..<mark])
    self.query = query
  }

  package var description: String { url() }

  /// The address with more items in its query.
  package func url(_ more: [QueryItem] = []) -> String {
    let items = query + more
    return origin.description + path + (items.isEmpty ? "" : "?" + FormEncoding.encode(items))
  }
}
