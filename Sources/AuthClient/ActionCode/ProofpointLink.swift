import Essentials

/// The link in an address of Proofpoint, version 3: `/v3/__LINK__;BYTES!!…$`.
///
/// In LINK, a `*` stands for one of the bytes, and `**` with a letter stands for several. The meaning of the letters is
/// from Proofpoint's own decoder.
struct ProofpointLink {
  let link: String

  init?(_ text: String) {
    guard let start = text.firstRange(of: "/v3/__")?.upperBound,
      let end = text[start...].ranges(of: "__;").last
    else { return nil }
    let base64 = text[end.upperBound...].prefix { $0 != "!" }.map {
      $0 == "-" ? "+" : $0 == "_" ? "/" : String($0)
    }.joined()
    let padding = String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: base64 + padding) else { return nil }
    guard let link = Self.filled(text[start..<end.lowerBound], with: String(decoding: bytes, as: UTF8.self))
    else { return nil }
    self.link = Self.withBothSlashes(link)
  }

  /// The letters in order of the length that they stand for. The first one stands for two characters.
  private static let lengths = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")

  private static func filled(_ pattern: Substring, with characters: String) -> String? {
    var (rest, characters) = (pattern, characters[...])
    var link = ""
    while let character = rest.popFirst() {
      guard character == "*" else {
        link.append(character)
        continue
      }
      var count = 1
      if rest.first == "*", let length = rest.dropFirst().first.flatMap(lengths.firstIndex) {
        count = length + 2
        rest.removeFirst(2)
      }
      guard characters.count >= count else { return nil }
      link += characters.prefix(count)
      characters.removeFirst(count)
    }
    return link
  }

  /// Adds the second slash if the gateway wrote `https:/` with only one.
  static func withBothSlashes(_ link: String) -> String {
    guard let colon = link.firstIndex(of: ":"), link[colon...].hasPrefix(":/"),
      !link[colon...].hasPrefix("://")
    else { return link }
    return link[...colon] + "/" + link[link.index(after: colon)...]
  }
}
