import HTTP

/// A mailed link, understood: what it does, and the code that does it.
///
/// Any form that a link takes on its way is read: bare, wrapped by Hosting or by the old Dynamic Links, in a
/// `deep_link_id`, wrapped twice, HTML-escaped, quoted-printable, with a mail around it. Wrappers are opened
/// in the order of Firebase's web SDK; every query is split first and decoded once, so that parameters of the
/// app's own continue URL never pass for the link's.
package struct ActionCodeURL: Sendable, Equatable {
  package let operation: ActionCodeOperation
  package let code: String
  package let apiKey: String
  package let continueURL: String?
  package let languageCode: String?
  package let tenantID: String?
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
    /// `https://somebody@…`: what stands before the @ is not the host.
    case userInfo
    case badEscape
    /// A parameter that may stand there once.
    case duplicate(String)
    case missing(String)
    case unknownMode
    case malformed(String)
    case severalLinks
  }

  /// Reads what was pasted.
  package init(_ pasted: String) throws(Problem) {
    guard pasted.utf8.count <= Self.longestPaste else { throw .tooLong }
    let links = LinkText(pasted).links
    guard let first = links.first else {
      throw pasted.allSatisfy(\.isWhitespace) ? .empty : .notALink
    }
    var found: [ActionCodeURL] = []
    var problem: Problem?
    for link in links {
      do throws(Problem) {
        let url = try ActionCodeURL(link: link)
        if !found.contains(url) { found.append(url) }
      } catch {
        // In a mail other links stand about; a problem with one that carries a code is the one to tell of.
        if problem == nil || link.utf8.count > first.utf8.count { problem = error }
      }
    }
    guard let url = found.first else { throw problem ?? .notALink }
    guard found.count == 1 else { throw .severalLinks }
    self = url
  }

  private static let longestPaste = 256 << 10

  private init(link: String) throws(Problem) {
    let outer = try StrictURL(link)
    let inner = try Self.unwrapped(outer)
    guard ["http", "https"].contains(inner.scheme) else { throw .notALink }
    guard let mode = try inner.value("mode") else { throw .missing("mode") }
    guard let operation = ActionCodeOperation(rawValue: mode) else { throw .unknownMode }
    self.operation = operation
    code = try Self.word("oobCode", in: inner)
    apiKey = try Self.word("apiKey", in: inner)
    continueURL = try inner.value("continueUrl")
    languageCode = try inner.value("lang")
    tenantID = try inner.value("tenantId")
    origin = inner.scheme + "://" + inner.authority
    path = inner.path
  }

  /// The innermost link: `deep_link_id` in it before `link`, either of them in the other.
  private static func unwrapped(_ url: StrictURL) throws(Problem) -> StrictURL {
    for (outer, inner) in [("deep_link_id", "link"), ("link", "deep_link_id")] {
      guard let wrapped = try url.value(outer) else { continue }
      // A link that is both would mean different things to different readers.
      guard try url.value("oobCode") == nil, try url.value(inner) == nil else { throw .duplicate("oobCode") }
      let middle = try StrictURL(wrapped)
      guard let doublyWrapped = try middle.value(inner) else { return middle }
      guard try middle.value("oobCode") == nil else { throw .duplicate("oobCode") }
      return try StrictURL(doublyWrapped)
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
