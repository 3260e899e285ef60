import Testing

@testable import TerminalIO

struct WrappedTextTests {
  @Test func `Text breaks between words`() {
    #expect(
      WrappedText.lines("The mail sent a moment ago still stands.", columns: 16)
        == "The mail sent a\nmoment ago still\nstands.")
  }

  @Test func `What fits stays as it is`() {
    #expect(WrappedText.lines("  p1  waits\n\nfor it", columns: 11) == "  p1  waits\n\nfor it")
  }

  @Test func `Nothing is broken where nobody knows how long a line is`() {
    #expect(WrappedText.lines("one two three", columns: nil) == "one two three")
    #expect(WrappedText.lines("one two three", columns: 0) == "one two three")
  }

  @Test func `What follows a label is aligned below itself`() {
    #expect(
      WrappedText.lines("Who      kim@example.com (uid 7f3)", columns: 26)
        == "Who      kim@example.com\n         (uid 7f3)")
    #expect(WrappedText.lines("  1) SMS to a phone", columns: 12) == "  1) SMS to\n  a phone")
  }

  @Test func `A command stays whole`() {
    #expect(
      WrappedText.lines("To finish:\n  usher confirm-code --pending p1", columns: 20)
        == "To finish:\n  usher confirm-code --pending p1")
    #expect(
      WrappedText.lines("Saved. To finish:  usher confirm-code --pending p1", columns: 30)
        == "Saved. To finish:\nusher confirm-code --pending p1")
    #expect(
      WrappedText.lines("hint: see: usher mfa list; unenroll one with: usher mfa unenroll", columns: 26)
        == "hint: see: usher mfa list;\nunenroll one with:\nusher mfa unenroll")
  }

  @Test func `A phone number and a uid stay whole`() {
    #expect(
      WrappedText.lines("Such as +1 650-555-3434.", columns: 12) == "Such as\n+1 650-555-3434.")
    #expect(
      WrappedText.lines("Signed in as kim (uid 7f3, here).", columns: 22)
        == "Signed in as kim\n(uid 7f3, here).")
  }

  @Test func `Colours take no room`() {
    #expect(
      WrappedText.lines("\u{1B}[1;31merror:\u{1B}[0m one two", columns: 14)
        == "\u{1B}[1;31merror:\u{1B}[0m one two")
  }

  @Test func `A word that is longer than a line is left to the terminal`() {
    #expect(WrappedText.lines("a wonderfullylongword b", columns: 8) == "a\nwonderfullylongword\nb")
  }
}
