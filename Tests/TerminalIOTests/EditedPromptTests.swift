import Dispatch
import Essentials
import LibC
import Testing

@testable import TerminalIO

/// Part of the other suite because that is serialized: noted signals belong to the whole process.
extension SystemTerminalTests {
  /// Prompts whose lines libedit edits.
  struct EditedPromptTests {
    private let plain: SystemTerminalTests
    private let edited: SystemTerminal
    private var pty: PseudoTerminal { plain.pty }

    init() throws {
      plain = try SystemTerminalTests()
      edited = SystemTerminal(
        path: plain.pty.path, streams: [], interruption: plain.interruption.reading,
        form: .edited(terminal: "xterm"))
    }

    @Test(arguments: [
      ("654321\r", "654321"),
      ("654321\n", "654321"),
      ("\r", ""),
      ("13\u{1B}[D2\r", "123"),
      ("13\u{1B}OD2\u{1B}OC4\r", "1234"),
      ("23\u{1B}[H1\r", "123"),
      ("23\u{1B}OH1\u{1B}OF4\r", "1234"),
      ("23\u{1B}[1~1\u{1B}[4~4\r", "1234"),
      ("23\u{01}1\u{05}4\r", "1234"),
      ("12x\u{7F}3\r", "123"),
      ("1x2\u{1B}[D\u{1B}[D\u{1B}[3~\r", "12"),
      ("12345\u{02}\u{02}\u{0B}\r", "123"),
      ("wrong\u{15}right\r", "right"),
      ("one two\u{17}three\r", "one three"),
      ("one two\u{17}\u{19}\u{19}\r", "one twotwo"),
      ("one two\u{1B}bX\u{01}\u{1B}fY\r", "oneY Xtwo"),
      ("one two\u{1B}[1;5DX\r", "one Xtwo"),
      ("kept\u{1B}[A\u{1B}[B\u{10}\u{0E}\u{12}!\r", "kept!"),
    ])
    func editingKeysEdit(keys: String, expected: String) throws {
      #expect(try plain.answer(keys, at: edited) == expected)
    }

    @Test(arguments: [
      ("é ÿ ß ñ\r", "é ÿ ß ñ"),
      ("日本\u{1B}[D語\r", "日語本"),
      ("a😀c\u{1B}[D\u{7F}b\r", "abc"),
      ("العربية\u{7F}\r", "العربي"),
    ])
    func everyCharacterIsOne(keys: String, expected: String) throws {
      #expect(try plain.answer(keys, at: edited) == expected)
    }

    @Test func theCursorStandsWhereWideCharactersEnd() throws {
      pty.resize(columns: 40)
      let person = pty.person { pty in
        pty.screen(endingIn: "6 位数验证码：")
        pty.type("王明")
        #expect(pty.screen(endingIn: "\u{1B}[19G").contains("\r\u{1B}[J6 位数验证码：王明"))
        pty.type("\u{02}小")
        #expect(pty.screen(endingIn: "\u{1B}[19G").contains("\r\u{1B}[J6 位数验证码：王小明"))
        pty.type("\u{01}")
        pty.screen(endingIn: "\u{1B}[15G")
        pty.type("\u{05}")
        pty.screen(endingIn: "\u{1B}[21G")
        pty.type("\u{7F}")
        #expect(pty.screen(endingIn: "\u{1B}[19G").contains("\r\u{1B}[J6 位数验证码：王小"))
        pty.type("\r")
      }
      #expect(try edited.ask("6 位数验证码：", within: nil) == "王小")
      person.wait()
    }

    @Test func wideCharactersThatWrapAreShownFromTheFirstLine() throws {
      pty.resize(columns: 40)
      let person = pty.person { pty in
        pty.screen(endingIn: "x6 位数验证码：")
        // In the 40th column there is no room for half of the thirteenth.
        pty.type("一二三四五六七八九十甲乙丙")
        #expect(
          pty.screen(endingIn: "\u{1B}[3G")
            .contains("\u{1B}[1A\r\u{1B}[Jx6 位数验证码：一二三四五六七八九十甲乙\r\n丙"))
        pty.type("\u{01}零")
        let shown = pty.screen(endingIn: "\u{1B}[18G\u{1B}[18G")
        #expect(shown.contains("\r\u{1B}[Jx6 位数验证码：零一二三四五六七八九十甲\r\n乙丙"))
        // The terminal shifts nothing: it would push the last character into the next line.
        #expect(!shown.contains("\u{1B}[4h") && !shown.contains("@"))
        pty.type("\r")
      }
      #expect(try edited.ask("x6 位数验证码：", within: nil) == "零一二三四五六七八九十甲乙丙")
      person.wait()
    }

    @Test func anAnswerMayBeOfAnyLength() throws {
      let link = "https://example.com/?" + String(repeating: "oobCode=abc&", count: 900)
      #expect(try plain.answer(link + "\r", at: edited) == link)
      pty.rest()
      #expect(try plain.answer("\u{1B}[200~\(link)\u{1B}[201~\r", at: edited) == link)
      #expect(pty.leftover() == "")
    }

    @Test func aPasteOfSeveralLinesIsOneAnswerAndNothingIsLeft() throws {
      let message = "\u{1B}[200~Your code:\r654321\rtouch file\r\u{1B}[201~"
      #expect(try plain.answer("is \(message)!\r", at: edited) == "is Your code: 654321 touch file!")
      #expect(pty.leftover() == "")
    }

    @Test(arguments: [
      "Your code:\r654321\rtouch file\r", "Your code:\r\n654321\r\ntouch file\r\n",
      "Your code:\n\n654321\n\ttouch file\n\n",
    ])
    func aPasteWithoutMarksIsOneAnswerToo(message: String) throws {
      let answer = try plain.answer(message, at: edited).split(separator: " ").joined(separator: " ")
      #expect(answer == "Your code: 654321 touch file")
      #expect(pty.leftover() == "")
    }

    @Test func aPasteWithoutAnEndWaitsForEnter() throws {
      let person = pty.person { pty in
        pty.screen(endingIn: "Answer: ")
        pty.type("Your code:\r654321\rtouch file")
        pty.screen(endingIn: "touch file")
        pty.type("!\r")
      }
      #expect(try edited.ask("Answer: ", within: .seconds(60)) == "Your code: 654321 touch file!")
      person.wait()
    }

    @Test func whatIsTypedAheadAnswersNothing() throws {
      pty.type("one\ntwo\nthr")
      #expect(try plain.answer("answer\r", at: edited) == "answer")
      #expect(pty.leftover() == "")
    }

    @Test(
      arguments: [("answer\r", nil), ("answ\u{1B}[200~er", .timedOut), ("\u{04}", .endOfInput)]
        as [(String, TerminalError?)])
    func afterwardsTheTerminalIsAsItWas(keys: String, error: TerminalError?) throws {
      let before = pty.modes
      let person = pty.person { pty in
        #expect(pty.screen(endingIn: "Answer: ").contains(BracketedPaste.on))
        pty.type(keys)
      }
      let answer = Result {
        try edited.ask("Answer: ", within: error == .timedOut ? .milliseconds(700) : .seconds(60))
      }
      person.wait()
      #expect(pty.modes == before)
      #expect(pty.rest().contains(BracketedPaste.off))
      #expect(pty.leftover() == "")
      switch answer {
      case .success(let text): #expect(text == "answer" && error == nil)
      case .failure(let thrown): #expect(thrown as? TerminalError == error)
      }
    }

    @Test(arguments: [false, true])
    func anInterruptionGivesTheTerminalBack(isHidden: Bool) throws {
      let before = pty.modes
      let person = pty.person { [plain] pty in
        pty.screen(endingIn: "Answer: ")
        pty.type("half a line")
        write(plain.interruption.writing, "!", 1)
      }
      #expect(throws: TerminalError.interrupted) {
        if isHidden {
          try edited.askSecret("Answer: ", within: .seconds(60))
        } else {
          try edited.ask("Answer: ", within: .seconds(60))
        }
      }
      person.wait()
      #expect(pty.modes == before)
      #expect(pty.rest().contains(BracketedPaste.off))
      #expect(pty.leftover() == "")
    }

    @Test func aTerminalThatGoesAwayEndsTheInput() {
      let person = pty.person { pty in
        pty.screen(endingIn: "Answer: ")
        pty.hangUp()
      }
      #expect(throws: TerminalError.endOfInput) { try edited.ask("Answer: ", within: .seconds(60)) }
      person.wait()
    }

    @Test func bytesThatAreNotTextAreRefused() {
      #expect(throws: TerminalError.notText) { try plain.answer([0x70, 0xFF, 0x71, 0x0D], at: edited) }
    }

    @Test func aPastedPasswordIsWithoutTheEndOfItsLine() throws {
      let person = pty.person { pty in
        pty.screen(endingIn: "Password: ")
        pty.type("\u{1B}[200~correct horse\r\u{1B}[201~\r")
      }
      #expect(try edited.askSecret("Password: ", within: .seconds(60)) == "correct horse")
      person.wait()
      #expect(pty.rest() == "\r\n" + BracketedPaste.off)
    }

    @Test func aNewSizeOfTheWindowShowsTheLineAnew() throws {
      pty.resize(columns: 40)
      let person = pty.person { pty in
        pty.screen(endingIn: "Answer: ")
        pty.type("half")
        pty.screen(endingIn: "half")
        pty.resize(columns: 60)
        kill(getpid(), SIGWINCH)
        #expect(pty.screen(endingIn: "Answer: half").contains("\r\u{1B}[J"))
        pty.type(" and half\r")
      }
      #expect(try edited.ask("Answer: ", within: .seconds(60)) == "half and half")
      person.wait()
    }

    @Test func theLinesAboveAQuestionAreShownOnce() throws {
      let person = pty.person { pty in
        #expect(pty.screen(endingIn: "Which? ").contains("1) one\r\n2) two\r\n"))
        pty.type("2\r")
      }
      #expect(try edited.ask("1) one\n2) two\nWhich? ", within: .seconds(60)) == "2")
      person.wait()
    }

    @Test(arguments: ["libno-such-edit.so.2", nil])
    func withoutTheLibraryOrTheTerminalsDescriptionLinesArePlain(library: String?) throws {
      let before = pty.modes
      let terminal = SystemTerminal(
        path: pty.path, streams: [], interruption: plain.interruption.reading,
        form: .edited(terminal: library == nil ? "no-such-terminal" : "xterm"), library: library)
      #expect(
        try plain.answer("\u{1B}[200~Your code:\r654321\u{1B}[201~\r", at: terminal) == "Your code: 654321")
      #expect(pty.modes == before)
      #expect(pty.rest().hasSuffix("\r\n" + BracketedPaste.off))
    }

    @Test func theCallersLocaleIsLeftAlone() throws {
      let before = uselocale(nil)
      #expect(try plain.answer("日本語\r", at: edited) == "日本語")
      #expect(uselocale(nil) == before)
    }
  }
}
