import Testing

@testable import TerminalIO

/// The line that is made of a paste of `text`.
private func line(_ text: String) throws(TerminalError) -> String {
  var paste = PastedText()
  for byte in text.utf8 {
    guard try !paste.take(byte) else { throw .lineTooLong }
  }
  for byte in BracketedPaste.end.utf8.dropLast() {
    guard try !paste.take(byte) else { throw .lineTooLong }
  }
  guard let last = BracketedPaste.end.utf8.last, try paste.take(last) else { throw .endOfInput }
  return try paste.line()
}

@Test(arguments: [
  ("654321", "654321"),
  ("", ""),
  ("Your code:\r\n\r\n654321\r\n", "Your code: 654321"),
  ("one\rtwo\nthree\n", "one two three"),
  (
    "https://a.test/?mode=signIn&\noobCode=c1&\r\napiKey=k\n",
    "https://a.test/?mode=signIn&oobCode=c1&apiKey=k"
  ),
  (
    "Open\nhttps://a.test/__/auth/action?mode=signIn&oobCode=aVeryLongCodeThatIsBrokenHe\nre&apiKey=k\nThanks",
    "Open https://a.test/__/auth/action?mode=signIn&oobCode=aVeryLongCodeThatIsBrokenHere&apiKey=k Thanks"
  ),
  (
    "https://a.test/__/auth/action?mode=signIn&apiKey=fake-key&oobCode=aVeryLongCod\neThatEnds\n",
    "https://a.test/__/auth/action?mode=signIn&apiKey=fake-key&oobCode=aVeryLongCodeThatEnds"
  ),
  ("https://a.test/?mode=si\ngnIn&oobCode=c1\n", "https://a.test/?mode=signIn&oobCode=c1"),
  ("https://a.test/?mode=signIn\nThanks\n", "https://a.test/?mode=signIn Thanks"),
  ("tab\there", "tab here"),
  ("\u{1B}]0;title\u{07}\u{9B}31mred\u{08}", "]0;title31mred"),
  ("\u{1B}[201x \u{1B}[200~", "[201x [200~"),
  ("コード 日本語 é", "コード 日本語 é"),
])
func aPasteIsOneLineOfText(pasted: String, expected: String) throws {
  #expect(try line(pasted) == expected)
}

@Test func aPasteThatIsNotTextIsRefused() throws {
  var paste = PastedText()
  #expect(try !paste.take(0xFF))
  #expect(throws: TerminalError.notText) { try paste.line() }
}
