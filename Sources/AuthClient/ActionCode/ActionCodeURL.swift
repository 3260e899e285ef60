public import Essentials
package import HTTP

/// An e-mail link, with its operation and its code.
///
/// It reads links as they arrive: bare, escaped, with text around them, or wrapped by Hosting, Dynamic Links or a mail
/// gateway.
public struct ActionCodeURL: Sendable, Equatable {
  // Wrappers are opened in the order of Firebase's web SDK. Every query is first split and then decoded once. So
  // parameters of the app's own continue URL never count as the link's.

  /// The operation that the link does.
  public let operation: ActionCodeOperation
  /// The code, for ``Auth/applyActionCode(_:)`` and similar calls.
  ///
  /// It is a secret.
  public let code: String
  /// The API key of the project that sent the link.
  public let apiKey: String
  /// The URL that the link leads to, exactly as in the link.
  package let continueAddress: String?
  /// The language of the e-mail, a BCP 47 tag; nil if the link does not name one.
  public let languageCode: String?
  /// The tenant of the link; nil for the project itself.
  public let tenantID: String?
  /// The scheme, host and port of the innermost link.
  package let origin: String
  package let path: String
  /// What else is in the query of an app's page that a browser opened with the code; empty for the link itself.
  package let pageItems: [QueryItem]

  /// The reason why a text contains no usable link.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case notALink
    case tooLong
    /// A control character, a backslash, a space or a non-ASCII character.
    case forbiddenCharacter
    /// A user name in the address (`https://user@…`). The text before the @ looks like the host, but is not.
    case userInfo
    case badEscape
    /// A parameter that occurs twice.
    case duplicate(String)
    case missing(String)
    /// The link ends before its first `&`. A shell cuts a link there if it is not quoted.
    case cut
    case unknownMode
    case malformed(String)
    case severalLinks
    /// The mail gateway with this name hides the link in an address of its own.
    case gateway(String)
  }

  /// Reads the link in `link`; nil if there is none, or more than one.
  public init?(link: String) {
    guard let url = try? ActionCodeURL(link) else { return nil }
    self = url
  }

  /// The URL that the link leads to.
  public var continueURL: URL? { continueAddress.flatMap { URL(string: $0) } }

  /// Reads the link in a pasted text.
  package init(_ pasted: String) throws(Problem) {
    guard pasted.utf8.count <= Self.longestPaste else { throw .tooLong }
    let text = LinkText(pasted)
    var found: ActionCodeURL?
    var problem = pasted.utf8.allSatisfy { " \t\r\n".utf8.contains($0) } ? Problem.empty : .notALink
    for link in text.links {
      let url: ActionCodeURL
      do throws(Problem) {
        if let whole = text.unfolded[link], let link = try? ActionCodeURL(bare: whole) {
          url = link
        } else {
          url = try ActionCodeURL(bare: link)
        }
      } catch {
        // An e-mail can contain other links. The problem to report is the one of the link that looks like ours.
        if problem.isOfAnyLink { problem = error }
        continue
      }
      guard found == nil || found == url else { throw .severalLinks }
      found = url
    }
    guard let found else { throw problem }
    self = found
  }

  /// The parameters that every link has. One of them comes first.
  private static let required: Set = ["mode", "oobCode", "apiKey"]
  private static let optional: Set = ["lang", "tenantId"]

  private static let longestPaste = 256 << 10

  private init(bare link: String) throws(Problem) {
    let outer = try StrictURL(link)
    let inner = try Self.unwrapped(outer)
    guard ["http", "https"].contains(inner.scheme) else { throw .notALink }
    if inner.items.count == 1, Self.required.contains(inner.items[0].name) { throw .cut }
    guard let mode = try inner.value("mode") else { throw .missing("mode") }
    guard let operation = ActionCodeOperation(mode: mode) else { throw .unknownMode }
    self.operation = operation
    code = try Self.word("oobCode", in: inner)
    apiKey = try Self.word("apiKey", in: inner)
    continueAddress = try inner.value("continueUrl")
    languageCode = try inner.value("lang")
    tenantID = try inner.value("tenantId")
    origin = inner.scheme + "://" + inner.authority
    path = inner.path
    let own = Self.required.union(Self.optional)
    pageItems = continueAddress == nil ? inner.items.filter { !own.contains($0.name) } : []
  }

  /// Opens wrappers until it finds the innermost link. A wrapper is `deep_link_id`, `link` or a gateway's address, and
  /// may contain another one.
  private static func unwrapped(_ outermost: StrictURL) throws(Problem) -> StrictURL {
    var url = outermost
    var opened: Set<String> = []
    while let (wrapper, link) = try url.wrapped() {
      guard opened.insert(wrapper).inserted else { throw .duplicate(wrapper) }
      url = try StrictURL(link)
    }
    return url
  }

  /// Returns a parameter that is a word of the base64url alphabet, as codes and keys are.
  private static func word(_ name: String, in url: StrictURL) throws(Problem) -> String {
    guard let value = try url.value(name), !value.isEmpty else { throw .missing(name) }
    let isWord = value.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isWord, value.utf8.count <= 1024 else { throw .malformed(name) }
    return value
  }
}

extension ActionCodeURL.Problem {
  /// Whether a link without any relation to sign-in can have this problem, too.
  fileprivate var isOfAnyLink: Bool { self == .empty || self == .notALink || self == .missing("mode") }
}

/// Keeps the code out of `print` and `dump`.
extension ActionCodeURL: CustomStringConvertible, CustomReflectable {
  public var description: String { "a mailed link: \(operation)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
