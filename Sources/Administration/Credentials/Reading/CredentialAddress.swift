import Essentials
import HTTP

/// A URL in a credentials file that may get what the file sends there.
struct CredentialAddress: Sendable, Equatable {
  /// The role of an address.
  ///
  /// Each role has its own hosts.
  enum Role {
    /// The address gets assertions and refresh tokens.
    case token
    /// The address gets subject tokens.
    case exchange
    /// The address gets access tokens.
    case impersonation
    /// The address gives subject tokens, and gets only what the file sends to it.
    case subjectToken
  }

  let origin: Origin
  /// The percent-encoded path, which starts with `/`.
  private let path: String
  private let query: [QueryItem]

  /// Reads the address in `member`.
  ///
  /// - Throws: `forbiddenAddress` unless the role may have this address.
  init(_ text: String, for role: Role, member: String) throws(GoogleCredentialError) {
    guard let address = Self(text) else { throw .forbiddenAddress(member: member, origin: nil) }
    guard address.isAllowed(for: role)
    else { throw .forbiddenAddress(member: member, origin: address.origin.description) }
    self = address
  }

  /// Returns nil if the text has a user name, a fragment, a backslash, a space or characters outside ASCII.
  ///
  /// Parsers disagree about these.
  private init?(_ text: String) {
    guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x5C }),
      !text.contains("#"), let scheme = text.firstRange(of: "://")
    else { return nil }
    let end = text[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? text.endIndex
    let rest = text[end...]
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    guard let origin = Origin(String(text[..<end])),
      let query = FormEncoding.decode(String(rest[mark...].dropFirst()))
    else { return nil }
    self.origin = origin
    path = rest[..<mark].isEmpty ? "/" : String(rest[..<mark])
    self.query = query
  }

  func request(_ method: HTTPMethod, headers: HTTPHeaders, body: Data = Data()) -> HTTPRequest {
    HTTPRequest(
      method: method, origin: origin.description, path: path, query: query, headers: headers, body: body)
  }

  /// Whether the address is on this machine, for tests.
  var isLoopback: Bool {
    // Some resolvers ask the network for other names and forms.
    origin.host == "localhost" || origin.host == "::1" || ipv4?[0] == 127
  }

  private func isAllowed(for role: Role) -> Bool {
    switch role {
    case .token: isAtGoogle(Self.tokenHosts)
    case .exchange: isAtGoogle(["sts.googleapis.com"])
    case .impersonation: isAtGoogle(["iamcredentials.googleapis.com"]) && isImpersonationPath
    case .subjectToken: origin.scheme == .https || isLoopback || isLinkLocal
    }
  }

  private static let tokenHosts: Set = ["oauth2.googleapis.com", "accounts.google.com", "www.googleapis.com"]

  private func isAtGoogle(_ hosts: Set<String>) -> Bool {
    guard query.isEmpty else { return false }
    return isLoopback
      || origin.scheme == .https && hosts.contains(origin.host) && [nil, 443].contains(origin.port)
  }

  /// Whether the path only asks for an access token.
  ///
  /// Otherwise, a file could use a person's token for another call.
  private var isImpersonationPath: Bool {
    var path = path
    // A local server has Google's hosts as folders.
    if isLoopback, path.hasPrefix("/iamcredentials.googleapis.com/") {
      path.removeFirst("/iamcredentials.googleapis.com".count)
    }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let method = ":generateAccessToken"
    return parts.count == 6 && parts[1...2] == ["v1", "projects"] && parts[4] == "serviceAccounts"
      && ![".", "..", ""].contains(parts[3]) && parts[5].hasSuffix(method) && parts[5].count > method.count
      && !parts[5].dropLast(method.count).contains(":") && !path.utf8.contains(UInt8(ascii: "%"))
  }

  /// Whether the address belongs to the metadata server of a cloud's machine.
  private var isLinkLocal: Bool { ipv4?[..<2] == [169, 254] }

  /// The numbers of an IPv4 address in its usual form.
  private var ipv4: [UInt8]? {
    let parts = origin.host.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in UInt8(part).flatMap { String($0) == part ? $0 : nil } }
    return parts.count == 4 && numbers.count == 4 ? numbers : nil
  }
}
