public import Essentials
package import HTTP

/// An e-mail link, with its operation and its code.
///
/// It reads links as they arrive: bare, escaped, with text around them, or inside other addresses, as Hosting, mail
/// gateways and chats write them.
public struct ActionCodeURL: Sendable, Equatable {
  // Every query is first split and then decoded once. So parameters of the app's own continue URL never count as the
  // link's.

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
    let isEmpty = pasted.utf8.allSatisfy { " \t\r\n".utf8.contains($0) }
    self = try Self.only(of: text.links, else: isEmpty ? .empty : .notALink) { link throws(Problem) in
      if let whole = text.unfolded[link], let url = try? Self.innermost(of: whole) { return url }
      return try Self.innermost(of: link)
    }
  }

  /// The parameters that every link has. One of them comes first.
  private static let required: Set = ["mode", "oobCode", "apiKey"]
  /// The parameters that a link can have.
  static let parameters = required.union(["continueUrl", "lang", "tenantId"])

  private static let longestPaste = 256 << 10
  /// How many addresses may be around a link. Each company on the way of a mail can add one.
  private static let mostWrappers = 5

  /// Returns the only link that `read` finds in `texts`. The same link may be there twice.
  private static func only(
    of texts: [String], else problem: Problem, read: (String) throws(Problem) -> ActionCodeURL
  ) throws(Problem) -> ActionCodeURL {
    var found: ActionCodeURL?
    var problem = problem
    for text in texts {
      let url: ActionCodeURL
      do throws(Problem) {
        url = try read(text)
      } catch {
        // There can be other links. The problem to report is the one of the link that looks like ours.
        if problem.isOfAnyLink { problem = error }
        continue
      }
      guard found == nil || found == url else { throw .severalLinks }
      found = url
    }
    guard let found else { throw problem }
    return found
  }

  /// Reads `text`, or the only link inside it.
  /// - Parameter wrappers: How many addresses may be around the link.
  private static func innermost(
    of text: String, within wrappers: Int = mostWrappers
  ) throws(Problem) -> ActionCodeURL {
    let address = try StrictURL(text)
    let raw = address.rawLink
    let links = wrappers > 0 ? raw.map { [$0.link] } ?? address.encodedLinks : []
    let own = Set((raw?.before ?? address.items).map(\.name))
    if try address.value("oobCode") != nil, own.contains("oobCode") {
      // Programs would read two links in one, or a link around another, in different ways.
      let inner = raw == nil || wrappers == 0 ? links : links + address.encodedLinks
      guard !inner.contains(where: { (try? innermost(of: $0, within: wrappers - 1)) != nil }) else {
        throw .duplicate("oobCode")
      }
      // What else the page of an app has in its query can be any address.
      if raw == nil || wrappers > 0 && required.isSubset(of: own) { return try ActionCodeURL(address) }
    }
    do throws(Problem) {
      return try only(of: links, else: .missing("mode")) { link throws(Problem) in
        do throws(Problem) {
          return try innermost(of: link, within: wrappers - 1)
        } catch {
          // What is wrong with a link inside this one was judged there. It is encoded here, and shows no parameters.
          throw holdsLink(link) || ["mode=", "oobCode="].contains { link.firstRange(of: $0) != nil }
            ? error : .missing("mode")
        }
      }
    } catch {
      guard error.isOfAnyLink else { throw error }
      if let gateway = MailGateway.name(of: address) { throw .gateway(gateway) }
      guard raw == nil else { throw error }
      return try ActionCodeURL(address)
    }
  }

  private static func holdsLink(_ text: String) -> Bool {
    guard let address = try? StrictURL(text) else { return false }
    return address.rawLink != nil || !address.encodedLinks.isEmpty
  }

  private init(_ url: StrictURL) throws(Problem) {
    guard ["http", "https"].contains(url.scheme) else { throw .notALink }
    if url.items.count == 1, Self.required.contains(url.items[0].name) { throw .cut }
    guard let mode = try url.value("mode") else { throw .missing("mode") }
    guard let operation = ActionCodeOperation(mode: mode) else { throw .unknownMode }
    self.operation = operation
    code = try Self.word("oobCode", in: url)
    apiKey = try Self.word("apiKey", in: url)
    continueAddress = try url.value("continueUrl")
    languageCode = try url.value("lang")
    tenantID = try url.value("tenantId")
    origin = url.scheme + "://" + url.authority
    path = url.path
    pageItems = continueAddress == nil ? url.items.filter { !Self.parameters.contains($0.name) } : []
  }

  /// Returns a parameter that is a word of the base64url alphabet, as codes and keys are.
  private static func word(_ name: String, in url: StrictURL) throws(Problem) -> String {
    guard let value = try url.value(name), !value.isEmpty else { throw .missing(name) }
    let isWord = value.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_".utf8.contains($0) }
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
