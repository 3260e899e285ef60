import Essentials
import Testing

@testable import CommandKit

@Suite struct CommandWordsTests {
  @Test func theFirstWordIsTheToolsName() {
    #expect(decode("port", "send", "é") == CommandWords(["send", "é"]))
    #expect(decode("port") == CommandWords([]))
    #expect(decode() == CommandWords([]))
  }

  @Test(arguments: [[0xFF], [0xC3], [0x61, 0xC0, 0xAF], [0xED, 0xA0, 0x80]] as [[UInt8]])
  func bytesThatAreNotTextAreRefused(bytes: [UInt8]) {
    let words = withArguments([Array("port".utf8), Array("send".utf8), bytes, Array("--json".utf8)]) {
      CommandWords(argumentCount: $0, arguments: $1)
    }
    #expect(words.malformed == 2)
    #expect(
      reading(port.parse(words))
        == Reading<Send>.failure(.notUTF8(position: 2), .command("send"), json))
    #expect(
      port.explanation(of: .notUTF8(position: 2), at: .command("send"))
        == UsageExplanation(
          message: "argument 2 is not valid UTF-8", usage: "port send [options] [NUMBER]",
          hint: Hint("see the options", copying: "port send --help")))
  }

  @Test func aReplacementCharacterThatWasTypedIsText() {
    #expect(decode("port", "\u{FFFD}") == CommandWords(["\u{FFFD}"]))
  }

  private func decode(_ words: String...) -> CommandWords {
    withArguments(words.map { Array($0.utf8) }) { CommandWords(argumentCount: $0, arguments: $1) }
  }

  /// Lays `words` out as C's `main` gets them.
  private func withArguments<R>(
    _ words: [[UInt8]], _ body: (Int32, UnsafePointer<UnsafeMutablePointer<CChar>?>) -> R
  ) -> R {
    let copies: [UnsafeMutablePointer<CChar>?] = words.map { word in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
      for (index, byte) in (word + [0]).enumerated() {
        (copy + index).initialize(to: CChar(bitPattern: byte))
      }
      return copy
    }
    defer { for copy in copies { copy?.deallocate() } }
    return (copies + [nil]).withUnsafeBufferPointer { body(Int32(words.count), $0.baseAddress!) }
  }
}
