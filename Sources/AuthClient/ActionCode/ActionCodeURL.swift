public import Essentials
import HTTP

/// A mailed link, understood: what it does, and the code that does it.
///
/// Any form that a link takes on its way is read: bare, wrapped by Hosting, by Dynamic Links or by a mail gateway, escaped,
/// or with the mail around it.
public struct ActionCodeURL: Sendable, Equatable {
  // Wrappers are opened in the order of Firebase's web SDK; every query is split first and decoded once, so that
  // parameters of the app's own continue URL never pass for the link's.

  /// What the link does.
  public let operation: ActionCodeOperation
  /// The code, for ``Auth/applyActionCode(_:)`` and its like. A secret.
  public let code: String
  /// The key of the project that sent the link.
  public let apiKey: String
  /// Where the link leads on to, as it stands in the link.
  package let continueAddress: String?
  /// The language of the mail, a BCP 47 tag; nil where the link names none.
  public let languageCode: String?
  /// The tenant that the link belongs to; nil for the project itself.
  public let tenantID: String?
  /// Scheme, host and port of the innermost link.
  package let origin: String
  package let path: String

  /// Why a text is no link that could be completed.
  package enum Problem: Error, Equatable, Sendable {
    case empty
    case notALink
    case tooLong
    /// Control characters, backslashes, spaces, raw other scripts.
    case forbiddenCharacter
    /// `https://user@…`: what stands before the @ is not the host.
    case userInfo
    case badEscape
    /// A parameter that may stand there once.
    case duplicate(String)
    case missing(String)
    /// It ends before its first `&`, where a shell cuts what is not quoted.
    case cut
    case unknownMode
    case malformed(String)
    case severalLinks
    /// A mail gateway of that name has hidden the link in one of its own.
    case gateway(String)
  }

  /// The link in `link`; nil where there is none, or more than one.
  public init?(link: String) {
    guard let url = try? ActionCodeURL(link) else { return nil }
    self = url
  }

  /// Where the link leads on to.
  public var continueURL: URL? { continueAddress.flatMap { URL(string: $0) } }

  /// Reads what was pasted.
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
        // In a mail other links stand about; what is wrong with one that means to be ours is the thing to tell.
        if problem.isOfAnyLink { problem = error }
        continue
      }
      guard found == nil || found == url else { throw .severalLinks }
      found = url
    }
    guard let found else { throw problem }
    self = found
  }

  /// What every link says; one of them comes first.
  private static let required: Set = ["mode", "oobCode", "apiKey"]

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
  }

  /// The innermost link: in a `deep_link_id`, in a `link`, in a gateway's address, or in one in the other.
  private static func unwrapped(_ outermost: StrictURL) throws(Problem) -> StrictURL {
    var url = outermost
    var opened: Set<String> = []
    while let (wrapper, link) = try url.wrapped() {
      guard opened.insert(wrapper).inserted else { throw .duplicate(wrapper) }
      url = try StrictURL(link)
    }
    return url
  }

  /// Codes and keys are words of the base64url alphabet.
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
  /// Whether a link that has nothing to do with sign-in has this problem too.
  fileprivate var isOfAnyLink: Bool { self == .empty || self == .notALink || self == .missing("mode") }
}

/// Without what is secret in it, also where it is dumped.
extension ActionCodeURL: CustomStringConvertible, CustomReflectable {
  public var description: String { "a mailed link: \(operation)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
