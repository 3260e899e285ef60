package import HTTP

/// The URL of a provider's endpoint: `https`, or `http` on this machine, optionally with a query.
package struct EndpointAddress: Sendable, Equatable, CustomStringConvertible {
  package let origin: Origin
  /// The percent-encoded path, which starts with `/`.
  package let path: String
  package let query: [QueryItem]

  /// Returns nil if the text is not such a URL.
  ///
  /// It must not have a user name, a fragment, a backslash, a space or characters outside ASCII. Plain `http` to
  /// another machine is refused too, because others could read a code on the way.
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

  package func url(_ more: [QueryItem] = []) -> String {
    let items = query + more
    return origin.description + path + (items.isEmpty ? "" : "?" + FormEncoding.encode(items))
  }
}
