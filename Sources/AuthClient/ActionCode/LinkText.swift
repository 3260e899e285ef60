import Essentials

/// The links in a pasted text: a bare link, or an e-mail around it in the e-mail's encoding.
///
/// A word is decoded only if the whole word is encoded, so that a bare link stays unchanged.
struct LinkText {
  /// All links in order, without repetitions.
  let links: [String]
  /// The links that are longer when the next lines are joined to them, with the longer form.
  let unfolded: [String: String]

  init(_ pasted: String) {
    let pasted = Self.withPlainSpaces(pasted)
    var unfolded: [String: String] = [:]
    for (first, whole) in FoldedLines(pasted).words {
      guard let link = Self.link(in: first) else { continue }
      unfolded[link] = Self.link(in: whole)
    }
    self.unfolded = unfolded
    var seen: Set<String> = []
    links = Self.words(in: Array(pasted.utf8)).compactMap(Self.link).filter { seen.insert($0).inserted }
  }

  /// Returns `text` without zero-width spaces, and with spaces for non-breaking ones.
  ///
  /// A non-breaking space in a link is left out, too: more of its parameters follow.
  private static func withPlainSpaces(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    var plain = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{200B}", "\u{2060}", "\u{FEFF}": break
      case "\u{A0}", "\u{202F}":
        let next = Substring(rest.prefix { !$0.properties.isWhitespace })
        let goesOn = next.utf8.contains { "&=".utf8.contains($0) } && next.firstRange(of: "://") == nil
        if !goesOn { plain.append(" ") }
      default: plain.append(scalar)
      }
    }
    return String(plain)
  }

  /// Whether `byte` ends a word. Control characters do not: they stay in the link, so that it is refused.
  private static func endsWord(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "\"")
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 32 || byte == 9 || byte == 13 || byte == 10
  }

  /// Splits `text` into words, and decodes words in quoted-printable.
  private static func words(in text: [UInt8]) -> [ArraySlice<UInt8>] {
    var words: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "="), let length = QuotedPrintable.softBreak(in: text[index...]) {
        // The soft break stays in the word for now. If the word is not quoted-printable, it is an `=` at the end of a
        // line.
        index += length
        continue
      }
      if endsWord(text[index]) {
        words += decoded(text[start..<index])
        start = index + 1
      }
      index += 1
    }
    return words + decoded(text[start...])
  }

  private static func decoded(_ word: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard let decoded = QuotedPrintable.decode(word), !isLink(word, spoiledIn: decoded) else {
      return word.split { $0 == 13 || $0 == 10 }
    }
    // Spaces at the end of a word are removed. Other spaces stay, so that the link is refused.
    var word = decoded[...]
    while let last = word.last, isSpace(last) { word.removeLast() }
    return [word]
  }

  /// Whether `word` is a link that decoding destroys. `?domain=demo.example` looks encoded, but an encoded link is
  /// ASCII.
  private static func isLink(_ word: ArraySlice<UInt8>, spoiledIn decoded: [UInt8]) -> Bool {
    decoded.contains { $0 >= 0x80 } && !word.contains { $0 >= 0x80 || $0 == 13 || $0 == 10 }
      && link(in: word) != nil
  }

  /// Finds the address in `word`: from its scheme on, without punctuation at the end.
  private static func link(in word: ArraySlice<UInt8>) -> String? {
    let word = unescapingHTML(word)
    let separator = word.indices.first {
      word[$0] == UInt8(ascii: ":") && word[$0...].starts(with: "://".utf8)
    }
    guard let separator else { return nil }
    let scheme = word[..<separator].reversed().prefix(while: StrictURL.isSchemeByte).reversed()
      .drop { !$0.isASCIILetter }
    guard !scheme.isEmpty else { return nil }
    var link = word[(separator - scheme.count)...]
    while let last = link.last {
      if ".,;:!?)]}'".utf8.contains(last) {
        link.removeLast()
      } else if directionMarks.contains(where: { link.suffix(3).elementsEqual($0) }) {
        link.removeLast(3)
      } else {
        break
      }
    }
    return String(decoding: link, as: UTF8.self)
  }

  /// The marks of a text's direction that programs copy with it, such as U+2069.
  private static let directionMarks =
    "\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{2066}\u{2067}\u{2068}\u{2069}"
    .unicodeScalars.map { Array(String($0).utf8) }

  private static let entities: [(entity: String, character: UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&#38;", UInt8(ascii: "&")), ("&#x26;", UInt8(ascii: "&")),
    ("&#61;", UInt8(ascii: "=")), ("&#x3D;", UInt8(ascii: "=")),
  ]

  /// Replaces the HTML entities of `&` and `=` in `word`, once.
  static func unescapingHTML(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var unescaped: [UInt8] = []
    unescaped.reserveCapacity(word.count)
    var rest = word
    while let byte = rest.popFirst() {
      let entity =
        byte != UInt8(ascii: "&")
        ? nil
        : entities.first { rest.starts(with: $0.entity.utf8.dropFirst()) }
      unescaped.append(entity?.character ?? byte)
      if let entity { rest.removeFirst(entity.entity.utf8.count - 1) }
    }
    return unescaped
  }
}

/// The quoted-printable encoding of e-mails (RFC 2045, section 6.7).
enum QuotedPrintable {
  /// Decodes `text`; nil unless it contains an `=`, and each `=` begins an escape or a soft line break.
  ///
  /// A bare link with a known mode is never decoded, because the characters after its `mode=` are not an escape.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.contains(UInt8(ascii: "=")) else { return nil }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.first {
      if let length = softBreak(in: rest) {
        rest.removeFirst(length)
      } else if byte == UInt8(ascii: "=") {
        let digits = rest.dropFirst().prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count == 2 else { return nil }
        decoded.append(UInt8(digits[0] << 4 | digits[1]))
        rest.removeFirst(3)
      } else {
        decoded.append(byte)
        rest.removeFirst()
      }
    }
    return decoded
  }

  /// Returns the length of the soft line break at the start of `text`; nil if there is none.
  static func softBreak(in text: ArraySlice<UInt8>) -> Int? {
    guard text.first == UInt8(ascii: "=") else { return nil }
    let next = text.dropFirst().prefix(2)
    if next.first == 10 { return 2 }
    return next.elementsEqual([13, 10]) ? 3 : nil
  }
}

/// Joins links that a mail program broke at the ends of lines, in plain-text e-mails.
struct FoldedLines {
  /// The minimum length of a broken line. Mail programs break lines after 72 characters or more.
  private static let fullLine = 70

  private let lines: [ArraySlice<UInt8>]

  init(_ text: String) {
    lines = Array(text.utf8).split(separator: 10, omittingEmptySubsequences: false).map { line in
      var line = line
      if line.last == 13 { line.removeLast() }
      // A space at the end of a line means that the text continues on the next line.
      while line.last == 32 { line.removeLast() }
      return line
    }
  }

  /// The addresses at the ends of full lines, each alone and with the continuation on the next lines.
  var words: [(first: ArraySlice<UInt8>, whole: ArraySlice<UInt8>)] {
    lines.indices.compactMap { index in
      let line = lines[index]
      guard line.count >= Self.fullLine, line.last != UInt8(ascii: "=") else { return nil }
      let first = line[(line.lastIndex(where: Self.endsWord).map { $0 + 1 } ?? line.startIndex)...]
      guard Self.holdsAddress(first) else { return nil }
      var whole = first
      for line in lines[(index + 1)...] {
        let goesOn = !line.isEmpty && line.allSatisfy { (0x21...0x7E).contains($0) && !Self.endsWord($0) }
        guard goesOn, !Self.holdsAddress(line) else { break }
        whole += line
        if line.count < Self.fullLine { break }
      }
      return whole.count == first.count ? nil : (first, whole)
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    [32, 9, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\"")].contains(byte)
  }

  private static func holdsAddress(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.contains { text[$0] == UInt8(ascii: ":") && text[$0...].starts(with: "://".utf8) }
  }
}
