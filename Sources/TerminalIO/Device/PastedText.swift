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

  /// In one line: spaces stand between its lines and for tabs, other control characters are left out. A line that ends
  /// in & is half of a link, and the next one is the rest of it.
  func line() throws(TerminalError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    let lines = text.split(whereSeparator: \.isNewline)
    let line =
      lines.dropLast().reduce(into: "") { $0 += $1 + ($1.last == "&" ? "" : " ") } + (lines.last ?? "")
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
}
