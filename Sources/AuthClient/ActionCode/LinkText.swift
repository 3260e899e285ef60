/// The links in what a person pasted: a bare link, or a mail around one, as the mail was encoded.
///
/// Nothing is decoded that could stand in a link as it is, so a bare link always survives unchanged.
struct LinkText {
  /// Every link, in order, without repetitions.
  let links: [String]

  init(_ pasted: String) {
    var text = pasted
    if Self.isQuotedPrintable(text) { text = Self.decodingQuotedPrintable(text) }
    for (entity, character) in Self.ampersands { text = text.replacing(entity, with: character) }
    links = Self.links(in: text)
  }

  private static let ampersands = [
    ("&amp;", "&"), ("&#38;", "&"), ("&#x26;", "&"), ("&#x3D;", "="), ("&#61;", "="),
  ]

  /// Whether every `=` begins an escape or a soft line break. A bare link is not so, even where a code begins
  /// with `3D`: one of its other parameters gives it away.
  private static func isQuotedPrintable(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var seen = false
    for index in bytes.indices where bytes[index] == UInt8(ascii: "=") {
      let next = bytes[(index + 1)...].prefix(2)
      let isBreak = next.first == UInt8(ascii: "\n") || next.elementsEqual([13, 10])
      guard isBreak || (next.count == 2 && next.allSatisfy { isHex($0) }) else { return false }
      seen = true
    }
    return seen
  }

  private static func decodingQuotedPrintable(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "=") else {
        decoded.append(bytes[index])
        index += 1
        continue
      }
      let rest = bytes[(index + 1)...]
      if rest.starts(with: [13, 10]) {
        index += 3
      } else if rest.first == 10 {
        index += 2
      } else {
        decoded.append(UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) ?? 0x3F)
        index += 3
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "a")...UInt8(ascii: "f"):
      true
    default: false
    }
  }

  /// What looks like an address: from its scheme to the next character that no link holds. Control
  /// characters do not end it, so that they are seen and refused.
  private static func links(in text: String) -> [String] {
    var links: [String] = []
    for word in text.split(whereSeparator: { " \t\r\n<>\"".contains($0) || $0 == "\r\n" }) {
      guard let scheme = word.schemeStart else { continue }
      var link = word[scheme...]
      while let last = link.last, ".,;:!?)]}'".contains(last) { link.removeLast() }
      if !links.contains(String(link)) { links.append(String(link)) }
    }
    return links
  }
}

extension Substring {
  /// Where `scheme://` begins.
  fileprivate var schemeStart: Index? {
    guard let separator = firstIndexOfSchemeEnd else { return nil }
    var start = separator
    while start > startIndex {
      let before = self.index(before: start)
      guard self[before].isASCII,
        self[before].isLetter || self[before].isNumber || "+-.".contains(self[before])
      else { break }
      start = before
    }
    while start < separator, !self[start].isLetter { start = index(after: start) }
    return start == separator ? nil : start
  }

  private var firstIndexOfSchemeEnd: Index? {
    indices.first { self[$0...].hasPrefix("://") }
  }
}

extension String {
  /// Every `part` replaced, without the Unicode tables.
  fileprivate func replacing(_ part: String, with other: String) -> String {
    let (bytes, part) = (Array(utf8), Array(part.utf8))
    guard bytes.count >= part.count else { return self }
    var replaced: [UInt8] = []
    replaced.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == part[0], bytes[index...].starts(with: part) {
        replaced += Array(other.utf8)
        index += part.count
      } else {
        replaced.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: replaced, as: UTF8.self)
  }
}
