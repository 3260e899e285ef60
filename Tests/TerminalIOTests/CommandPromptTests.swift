import Dispatch
import Essentials
import LibC
import Synchronization
import Testing

@testable import TerminalIO

/// Part of the other suite because that is serialized: noted signals belong to the whole process.
extension SystemTerminalTests {
  /// The prompt of a shell: an edited line with history and completion.
  struct CommandPromptTests {
    private let plain: SystemTerminalTests
    private let edited: SystemTerminal
    private var pty: PseudoTerminal { plain.pty }

    init() throws {
      plain = try SystemTerminalTests()
      plain.pty.resize(columns: 80)
      edited = SystemTerminal(
        path: plain.pty.path, streams: [], interruption: plain.interruption.reading,
        form: .edited(terminal: "xterm"))
    }

    private func command(
      _ keys: String, history: [String] = [], at terminal: SystemTerminal? = nil,
      complete: @escaping (String) -> LineCompletion = { _ in LineCompletion(of: "") }
    ) throws -> String {
      let person = pty.person { pty in
        pty.screen(endingIn: "usher> ")
        pty.type(keys)
      }
      defer { person.wait() }
      return try (terminal ?? edited).ask(
        "usher> ", within: nil, with: LineAssistance(history: history, complete: complete))
    }

    private static let history = ["status", "verify-phone +16505550123", "whoami --claims"]

    @Test(arguments: [
      ("\u{1B}[A\r", "whoami --claims"),
      ("\u{1B}OA\u{1B}OA\u{1B}OA\r", "status"),
      ("\u{10}\u{10}\u{0E}\r", "whoami --claims"),
      ("half\u{1B}[A\u{1B}[B\r", "half"),
      ("\u{1B}[A\u{17}--check\r", "whoami --check"),
      ("phone\u{12}\r", "verify-phone +16505550123"),
      ("s\u{12}\u{12}\r", "status"),
      ("\u{12}stat\r", "status"),
      ("\u{12}statx\u{7F}\u{7F}\r", "status"),
      ("\u{12}phone\u{1B}[D4\r", "verify-phone +1650555012" + "43"),
      ("\u{12}claims\u{01}x\r", "xwhoami --claims"),
      ("half\u{12}\u{7F}\u{7F}\u{7F}\u{7F}stat\u{07}\r", "half"),
      ("\u{12}zzz\r", ""),
      ("\u{12}stat\t\r", "status"),
    ])
    func earlierLinesComeBack(keys: String, expected: String) throws {
      #expect(try command(keys, history: Self.history) == expected)
      #expect(pty.leftover() == "")
    }

    @Test func aLongHistoryComesBackWhole() throws {
      let long = String(repeating: "é long line ", count: 300) + "."
      let history = [long] + (1..<1000).map { "line \($0)" }
      #expect(try command(String(repeating: "\u{10}", count: 1000) + "\r", history: history) == long)
    }

    @Test func anAnswerHasNeitherHistoryNorCompletion() throws {
      #expect(try command("secret line\r") == "secret line")
      pty.rest()
      #expect(try plain.answer("a\u{10}\u{1B}[A\u{12}b\r", at: edited) == "ab")
    }

    private static let words = ["signin", "signout", "status"]

    private static func complete(_ text: String) -> LineCompletion {
      let word = String(text.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
      return LineCompletion(
        of: word, choices: words.filter { $0.hasPrefix(word) }.map { .init($0, help: "What \($0) does.") })
    }

    @Test(arguments: [
      ("st\t\r", "status "),
      ("help st\t--now\r", "help status --now"),
      ("si\to\t!\r", "signout !"),
      ("x st tail\u{1B}b\u{02}\t\r", "x status  tail"),
      ("nothing\t\r", "nothing"),
    ])
    func tabCompletes(keys: String, expected: String) throws {
      #expect(try command(keys, complete: Self.complete) == expected)
    }

    @Test func whereTabCannotDecideItListsAndTheLineStands() throws {
      let person = pty.person { pty in
        pty.screen(endingIn: "usher> ")
        pty.type("help s\t")
        let list = pty.screen(endingIn: "usher> help s")
        #expect(
          list.contains(
            "\r\n\u{1B}[Jsignin   What signin does.\r\nsignout  What signout does.\r\nstatus   What"))
        pty.type("tatus\r")
      }
      #expect(
        try edited.ask("usher> ", within: nil, with: LineAssistance(complete: Self.complete)) == "help status"
      )
      person.wait()
    }

    @Test func aPasteOfSeveralLinesIsOneLineThatEnterRuns() throws {
      let keys = "\u{1B}[200~whoami\rsignout --all\r\u{1B}[201~"
      #expect(try command(keys + "\r") == "whoami signout --all")
      pty.rest()
      #expect(try command("who\u{12}" + keys + "\u{15}status\r") == "status")
      #expect(pty.leftover() == "")
    }

    @Test(arguments: ["", "\u{12}"])
    func aPasteWithoutMarksIsOneLineThatEnterRuns(before: String) throws {
      let person = pty.person { pty in
        pty.screen(endingIn: "usher> ")
        pty.type(before + "whoami\rsignout --all\rstatus\r")
        pty.screen(endingIn: "status")
        pty.type("!\r")
      }
      let line = try edited.ask(
        "usher> ", within: nil, with: LineAssistance(history: [], complete: { _ in LineCompletion(of: "") }))
      #expect(line == (before.isEmpty ? "whoami" : "") + " signout --all status!")
      person.wait()
      #expect(pty.leftover() == "")
    }

    @Test func whatIsFoundShowsWhileItIsTyped() throws {
      let person = pty.person { pty in
        pty.screen(endingIn: "usher> ")
        pty.type("\u{12}")
        #expect(pty.screen(endingIn: "(search: ) ").contains("(search: ) "))
        pty.type("ver")
        #expect(pty.screen(endingIn: "+16505550123").contains("verify-phone +16505550123"))
        pty.type("zzz")
        #expect(pty.screen(endingIn: "+16505550123").contains("not found: verz"))
        pty.type("\u{1B}")
        #expect(pty.screen(endingIn: "+16505550123").contains("usher>"))
        pty.type("4\r")
      }
      let line = try edited.ask(
        "usher> ", within: nil,
        with: LineAssistance(history: Self.history, complete: { _ in LineCompletion(of: "") }))
      #expect(line == "verify-phone +165055501234")
      person.wait()
    }

    @Test func aTabWithinAPasteCompletesNothing() throws {
      let asked = Mutex(0)
      let line = try command("\u{1B}[200~a\tb\u{1B}[201~\r") { _ in
        asked.withLock { $0 += 1 }
        return LineCompletion(of: "")
      }
      #expect(line == "a b")
      #expect(asked.withLock { $0 } == 0)
    }

    @Test func anInterruptionDropsTheLineAndGivesTheTerminalBack() throws {
      let before = pty.modes
      let person = pty.person { [plain] pty in
        pty.screen(endingIn: "usher> ")
        pty.type("half")
        pty.screen(endingIn: "half")
        write(plain.interruption.writing, "!", 1)
      }
      #expect(throws: TerminalError.interrupted) {
        try edited.ask(
          "usher> ", within: nil, with: LineAssistance(history: Self.history, complete: Self.complete))
      }
      person.wait()
      #expect(pty.modes == before)
      #expect(pty.rest().contains(BracketedPaste.off))
    }

    @Test func onAPlainTerminalTheLineIsPlain() throws {
      #expect(try command("sta\t\u{10}tus\n", history: Self.history, at: plain.terminal) == "sta\t\u{10}tus")
    }
  }
}
