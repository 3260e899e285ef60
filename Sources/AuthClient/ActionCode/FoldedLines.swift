/// What a mail program broke at the edge of its lines, put together again: links of plain-text mails.
struct FoldedLines {
  /// Programs that fold do so after 72 characters or more.
  private static let fullLine = 70

  private let lines: [Substring]

  init(_ text: String) {
    lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }).map {
      // A space at the end of a line says that the line goes on.
      var line = $0
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// The words at the end of full lines that hold an address, each with what follows it on the next lines.
  var words: [(first: Substring, whole: String)] {
    lines.indices.compactMap { index in
      let first = lines[index].split(whereSeparator: Self.endsWord).last ?? ""
      guard lines[index].utf8.count >= Self.fullLine, lines[index].hasSuffix(first), first.contains("://"),
        first.last != "="
      else { return nil }
      var whole = String(first)
      for line in lines[(index + 1)...] {
        guard !line.isEmpty, line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !line.contains("://"),
          !line.contains(where: Self.endsWord)
        else { break }
        whole += line
        if line.utf8.count < Self.fullLine { break }
      }
      return whole == first ? nil : (first, whole)
    }
  }

  private static func endsWord(_ character: Character) -> Bool {
    character.isWhitespace || character == "<" || character == ">" || character == "\""
  }
}
