import Essentials

/// A value with its name in a line of prose, as people write it in tickets: `- **Project ID:** acme-1234`.
struct ProseLine {
  let name: String
  let value: String

  /// Returns nil for a line that is no such thing.
  init?(_ line: Substring) {
    let text = Self.plain(line)
    guard let (name, value, isMarked) = Self.parts(of: text.text) else { return nil }
    let words = name.split(separator: " ")
    guard (1...5).contains(words.count),
      words.allSatisfy({ $0.utf8.allSatisfy { $0.isASCIILetter || "_.-".utf8.contains($0) } }),
      let last = words.last, Self.isValue(value)
    else { return nil }
    // One word can be code, unless it has marks that code does not have.
    guard words.count > 1 ? Self.endings.contains(last.asciiLowercased()) : text.isDecorated && isMarked
    else {
      return nil
    }
    self.name = words.joined(separator: " ")
    self.value = value
  }

  /// Returns the values in `line`, which commas may separate; empty if it is code or has none.
  static func all(in line: Substring) -> [ProseLine] {
    guard line.utf8.count <= 400, mayName(line) else { return [] }
    if let one = ProseLine(line) { return [one] }
    let parts = line.split { ",;".contains($0) }
    let all = parts.compactMap { ProseLine($0) }
    return all.count > 1 && all.count == parts.count ? all : []
  }

  /// Whether `line` is a name alone, as of a value in the next line.
  static func isName(_ line: Substring) -> Bool {
    guard line.utf8.count <= 100, mayName(line) else { return false }
    let words = line.split { $0 == " " || $0 == "\t" }
    return (2...4).contains(words.count) && words.allSatisfy { $0.utf8.allSatisfy(\.isASCIILetter) }
      && endings.contains(words[words.count - 1].asciiLowercased())
  }

  /// Whether `line` has the letters of one of the endings; most lines do not, and the rest takes longer.
  private static func mayName(_ line: Substring) -> Bool {
    var before: UInt8 = 0
    for byte in line.utf8 {
      let small = byte | 0x20
      if small == UInt8(ascii: "d") && before == UInt8(ascii: "i")
        || small == UInt8(ascii: "e") && before == UInt8(ascii: "k")
        || small == UInt8(ascii: "m") && before == UInt8(ascii: "o")
      {
        return true
      }
      before = small
    }
    return false
  }

  private static let endings: Set = ["id", "key", "domain"]

  /// Returns `line` without the marks of lists and of emphasis.
  private static func plain(_ line: Substring) -> (text: Substring, isDecorated: Bool) {
    var text = line.drop { " \t>".contains($0) }
    var isDecorated = false
    let number = text.prefix { $0.isNumber }
    if let mark = text.first, "-*+•".contains(mark), text.dropFirst().first == " " {
      // YAML has only this one.
      isDecorated = mark != "-"
      text = text.dropFirst(2)
    } else if !number.isEmpty, [". ", ") "].contains(where: text.dropFirst(number.count).hasPrefix) {
      isDecorated = true
      text = text.dropFirst(number.count + 2)
    }
    let plain = text.filter { !"*`\r".contains($0) }
    if plain.utf8.count < text.filter({ $0 != "\r" }).utf8.count { isDecorated = true }
    return (plain[...].trimmingSpaces, isDecorated)
  }

  /// Returns the name and the value in `text`, and whether a mark separates them.
  private static func parts(of text: Substring) -> (name: Substring, value: String, isMarked: Bool)? {
    for mark in [":", "=", " – ", " — ", " - ", " → ", " -> "] {
      guard let range = text.firstRange(of: mark) else { continue }
      let value = text[range.upperBound...].trimmingSpaces
      return (text[..<range.lowerBound].trimmingSpaces, unquoted(value), true)
    }
    guard let space = text.lastIndex(of: " ") else { return nil }
    let value = unquoted(text[space...].dropFirst())
    // Without a mark, the last word of a sentence is a value only if it looks like one.
    guard
      value.hasPrefix("AIza")
        || value.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0.isASCIIDigit })
    else { return nil }
    return (text[..<space].trimmingSpaces, value, false)
  }

  private static func unquoted(_ text: Substring) -> String {
    var text = text
    while let last = text.last, ".,;".contains(last) { text.removeLast() }
    if let first = text.first, "\"'“‘".contains(first), text.count > 1 { text = text.dropFirst().dropLast() }
    return String(text)
  }

  static func isValue(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        $0.isASCIILetter || $0.isASCIIDigit || "_.-:/@%+=$".utf8.contains($0)
      }
  }
}

/// A table of Markdown: of names with their values, or with a header of names over the values.
struct MarkdownTable {
  /// The names and values that belong together.
  private(set) var groups: [[(name: String, value: String)]] = []

  init(_ lines: [Substring]) {
    let rows = lines.map(Self.cells)
    let width = rows.map(\.count).max() ?? 0
    // What stands in the same column is of one app.
    for column in 1..<max(width, 1) {
      groups.append(rows.filter { $0.count > column }.map { ($0[0], $0[column]) })
    }
    // Or what stands in the same row.
    if rows.count > 2, rows[1].allSatisfy({ $0.utf8.allSatisfy { "-: ".utf8.contains($0) } }) {
      groups += rows.dropFirst(2).map { row in zip(rows[0], row).map { ($0, $1) } }
    }
    groups = groups.map { $0.filter { !$0.name.isEmpty && ProseLine.isValue($0.value) } }
  }

  static func isRow(_ line: Substring) -> Bool {
    let line = line.trimmingSpaces
    return line.utf8.count > 2 && line.utf8.first == UInt8(ascii: "|") && line.utf8.last == UInt8(ascii: "|")
  }

  private static func cells(of row: Substring) -> [String] {
    row.trimmingSpaces.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).prefix(
      20
    )
    .map { $0.filter { !"*`\"'".contains($0) }[...].trimmingSpaces }.map(String.init)
  }
}

extension Substring {
  /// This without white space at its ends.
  var trimmingSpaces: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
