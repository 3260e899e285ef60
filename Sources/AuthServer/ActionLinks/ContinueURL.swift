import HTTP
import IdentityToolkit

/// The page of an app that a mailed link continues to.
struct ContinueURL: Sendable, Equatable {
  let text: String
  let origin: Origin
  /// The host in lower case, without the port.
  var host: String { origin.host }

  /// The maximum length in bytes.
  ///
  /// Clients and servers would cut off longer links.
  static let longest = 2048

  /// Parses a web address.
  ///
  /// It refuses user names, backslashes and control characters, so all parsers agree on the host.
  init(_ text: String, under policy: Policy) throws(ServerError) {
    let bytes = text.utf8
    let end =
      text.firstRange(of: "://").flatMap { scheme in
        text[scheme.upperBound...].firstIndex { "/?#".contains($0) }
      } ?? text.endIndex
    guard bytes.count <= Self.longest,
      bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }),
      let origin = Origin(String(text[..<end]))
    else {
      throw ServerError(
        .invalidContinueURI,
        policy.dialect.tellsMissingDomain ? "Missing domain in continue url" : nil)
    }
    self.text = text
    self.origin = origin
  }

  /// Returns the address with `items` in its query, in a form that is safe in a header.
  ///
  /// Each item replaces items with the same name.
  func setting(_ items: [QueryItem]) -> String {
    let (rest, fragment) = Self.cut(text[...], at: "#")
    let (base, query) = Self.cut(rest, at: "?")
    var pairs = query.split(separator: "&").map(String.init)
    for item in items {
      let pair = FormEncoding.encode([item])
      let name = { (pair: String) in FormEncoding.decode(pair)?.first?.name }
      let index = pairs.firstIndex { name($0) == item.name } ?? pairs.endIndex
      pairs.removeAll { name($0) == item.name }
      pairs.insert(pair, at: min(index, pairs.endIndex))
    }
    var text = String(base)
    if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
    if !fragment.isEmpty { text += "#" + fragment }
    return Self.ascii(text)
  }

  /// Whether the address is allowed for an app's page: it is on this machine or on one of the project's domains.
  func isAuthorized(by settings: ProjectSettings) -> Bool {
    origin.isLoopback || settings.isAuthorized(host)
  }

  /// Whether a browser can end up at `address` after it was sent to this address with more query items.
  func leads(to address: String) -> Bool {
    guard let other = Self.parts(of: address), let own = Self.parts(of: text) else { return false }
    return own.origin == other.origin && own.path == other.path
      && own.query.allSatisfy { item in other.query.contains(item) || Self.answers.contains(item.name) }
  }

  /// The query items that a provider's answer replaces.
  private static let answers: Set = ["state", "code", "error"]

  /// Returns the parts of an address as browsers write them, or nil if it is not a web address.
  private static func parts(of address: String) -> (origin: String, path: String, query: [QueryItem])? {
    let (rest, _) = cut(address[...], at: "#")
    let (base, query) = cut(rest, at: "?")
    guard let scheme = base.firstRange(of: "://") else { return nil }
    let end = base[scheme.upperBound...].firstIndex(of: "/") ?? base.endIndex
    guard let origin = Origin(String(base[..<end])), let items = FormEncoding.decode(String(query))
    else { return nil }
    let port = origin.port ?? (origin.scheme == .https ? 443 : 80)
    let path = base[end...].isEmpty ? "/" : ascii(String(base[end...]))
    return ("\(origin.scheme.rawValue) \(origin.host) \(port)", path, items)
  }

  private static func cut(_ text: Substring, at mark: Character) -> (Substring, Substring) {
    guard let index = text.firstIndex(of: mark) else { return (text, "") }
    return (text[..<index], text[text.index(after: index)...])
  }

  private static func ascii(_ text: String) -> String {
    text.unicodeScalars.map { $0.isASCII ? String($0) : FormEncoding.encode(String($0)) }.joined()
  }
}
