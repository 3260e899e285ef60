#if os(Linux)
  import Flows
  import LibC
  import PrivateFiles
  import TestSupport
  import Testing

  /// A command opens the state once, and again only where another process replaced it.
  @Suite struct StateOpensTests {
    private let tool = ToolHarness()

    @Test func aCommandOpensTheStateOnce() throws {
      tool.signIn()
      let opens = try Opens(of: "state.json", in: tool.configFolder)
      let number = "+16505550199"
      let commands: [(words: [String], answers: [ScriptedTerminal.Answer])] = [
        (["whoami"], []), (["token"], []), (["token", "--refresh"], []), (["status"], []),
        (["verify-phone", "--as", "kim"], ["+16505553434", "654321"]),
        (["verify-phone", number, "--no-wait"], []),
      ]
      let counts = commands.map { words, answers in
        let terminal = ScriptedTerminal(isInteractive: !answers.isEmpty, answers: answers)
        #expect([0, 10].contains(tool.run(words, terminal: terminal).status))
        return opens.count()
      }
      #expect(counts == [1, 1, 1, 1, 1, 1])
      let code = tool.code(for: number)
      #expect(opens.count() == 1)
      tool.run("confirm-code", code)
      #expect(opens.count() == 1)
    }

    @Test func whatOthersSaveWhileAPersonIsAskedStays() throws {
      let others = StateFile(folder: tool.configFolder, wait: LockWait(limit: .seconds(3600)))
      func answer(_ text: String, after name: String) -> ScriptedTerminal.Answer {
        .reply { _ in
          do { try others.update { $0[local.session(name)] = .example() } } catch { Issue.record(error) }
          return text
        }
      }
      let answers = [answer("+16505553434", after: "one"), answer("654321", after: "two")]
      #expect(tool.run("verify-phone", terminal: ScriptedTerminal(answers: answers)).status == 0)
      #expect(try tool.state[local].sessions.keys.sorted() == ["default", "one", "two"])
    }
  }

  /// The openings of a file, as the kernel tells them.
  private final class Opens {
    private let inotify: Int32
    private let name: String

    init(of name: String, in folder: String) throws {
      self.name = name
      inotify = inotify_init1(Int32(O_NONBLOCK))
      // Reading and closing are watched too, since the kernel tells two equal events in a row as one.
      let watch = inotify_add_watch(inotify, folder, UInt32(IN_OPEN | IN_ACCESS | IN_CLOSE_NOWRITE))
      try #require(watch >= 0)
    }

    deinit {
      close(inotify)
    }

    /// How many there were since this was asked last.
    func count() -> Int {
      var count = 0
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let length = read(inotify, &buffer, buffer.count), length > 0 {
        var place = 0
        while place < length {
          let (mask, size) = buffer.withUnsafeBytes {
            (
              $0.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self),
              $0.loadUnaligned(fromByteOffset: place + 12, as: UInt32.self)
            )
          }
          let text = buffer[(place + 16)..<(place + 16 + Int(size))].prefix { $0 != 0 }
          if mask & UInt32(IN_OPEN) != 0, String(decoding: text, as: UTF8.self) == name { count += 1 }
          place += 16 + Int(size)
        }
      }
      return count
    }
  }
#endif
