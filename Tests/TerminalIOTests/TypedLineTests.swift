import Testing

@testable import TerminalIO

/// What comes of `chunks`, as a terminal would deliver them; nil if the line is not whole yet.
private func line(_ chunks: String...) throws(TerminalError) -> String? {
  var line = TypedLine()
  for chunk in chunks {
    if let text = try line.take(chunk.utf8) { return text }
  }
  return nil
}

@Test func aLineEndsAtItsEnd() throws {
  #expect(try line("one", " two\n") == "one two")
  #expect(try line("one") == nil)
  #expect(try line("\n") == "")
}

@Test func endOfInputEndsALineOrIsNone() throws {
  #expect(try line("one", "") == "one")
  #expect(throws: TerminalError.endOfInput) { try line("") }
}

@Test(arguments: [
  (["\u{1B}[200~654321\u{1B}[201~\n"], "654321"),
  (["\u{1B}[20", "0~654321\u{1B}[2", "01~\n"], "654321"),
  (["before \u{1B}[200~one\n", "two\n", "\u{1B}[201~ after\n"], "before one two after"),
  (["\u{1B}[200~one\n", ""], "one"),
  (["\u{1B}[200~one\n\u{1B}[201~\n"], "one"),
  (["\u{1B}[201~one\n"], "one"),
])
func pasteMarksAreLeftOut(chunks: [String], expected: String) throws {
  var line = TypedLine()
  var text: String?
  for chunk in chunks {
    #expect(text == nil)
    text = try line.take(chunk.utf8)
  }
  #expect(text == expected)
}

@Test func aPasteWithoutEndIsRefused() {
  #expect(throws: TerminalError.lineTooLong) {
    var line = TypedLine()
    _ = try line.take("\u{1B}[200~".utf8)
    for _ in 0..<1100 {
      #expect(try line.take((String(repeating: "a", count: 999) + "\n").utf8) == nil)
    }
  }
}
