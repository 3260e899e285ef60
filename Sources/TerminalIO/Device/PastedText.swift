/// Puts together what a person pastes: a link, a code, or the whole message that holds it.
struct PastedText {
  /// A mail with its pictures is longer than any answer.
  static let limit = 1 << 20

  private var bytes: [UInt8] = []

  /// Adds what follows the mark of its beginning; true once it is whole, the mark of its end left out.
  mutating func take(_ byte: UInt8) throws(TerminalError) -> Bool {
    bytes.append(byte)
    let mark = BracketedPaste.end.utf8
    if byte == mark.last, bytes.suffix(mark.count).elementsEqual(mark) {
      bytes.removeLast(mark.count)
      return true
    }
    if bytes.count > Self.limit { throw .lineTooLong }
    return false
  }

  /// Whether its last line has an end.
  var endsLine: Bool { bytes.last.map { Self.lineEnds.contains($0) } ?? false }

  private static let lineEnds: [UInt8] = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]

  /// In one line: spaces stand between its lines and for tabs, other control characters are left out. A link that is
  /// broken at the end of a line is put together again.
  func line() throws(TerminalError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    let lines = text.split(whereSeparator: \.isNewline)
    var line = String(lines.first ?? "")
    for (before, next) in zip(lines, lines.dropFirst()) {
      if !Self.breaksLink(line, before, next) { line += " " }
      line += next
    }
    var shown = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar == "\t" {
        shown.append(" ")
      } else if scalar.properties.generalCategory != .control {
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Programs that break lines do so after 72 characters or more.
  private static let fullLine = 70

  /// Whether the link that `text` ends in goes on in the next line: it ends in &, or the line was full, or the next one
  /// looks like the rest of a query.
  private static func breaksLink(_ text: String, _ line: Substring, _ next: Substring) -> Bool {
    if line.last == "&" { return true }
    let word = text[(text.lastIndex(of: " ") ?? text.startIndex)...]
    let isRest = next.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\"".utf8.contains($0) }
    guard isRest, word.contains("://"), !next.contains("://") else { return false }
    return line.utf8.count >= fullLine || next.contains { "&=".contains($0) }
  }
}
