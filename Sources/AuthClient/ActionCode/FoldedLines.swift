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
