import Essentials

/// An address of Proofpoint's third version: `/v3/__LINK__;BYTES!!…$`. In LINK a `*` stands for one of the bytes, and
/// `**` with a letter for a run of them; what the letters mean is as Proofpoint's own decoder has it.
struct ProofpointLink {
  let link: String

  init?(_ text: String) {
    guard let start = text.firstRange(of: "/v3/__")?.upperBound,
      let end = text[start...].firstRange(of: "__;")
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

  /// Runs have at least two characters; the first letter stands for two.
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

  /// The gateway may write `https:/` with one slash.
  private static func withBothSlashes(_ link: String) -> String {
    guard let colon = link.firstIndex(of: ":"), link[colon...].hasPrefix(":/"),
      !link[colon...].hasPrefix("://")
    else { return link }
    return link[...colon] + "/" + link[link.index(after: colon)...]
  }
}
