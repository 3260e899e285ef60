import LibC
import TestSupport
import Testing

/// Output that gets lost is never success, and never a crash.
@Suite struct OutputContractTests {
  private let usher: Usher

  /// Everything that prints a result; each may be repeated.
  private static let commands = all.sample(oneOf: 3, andLast: 1)
  private static let all = [
    ["whoami"], ["whoami", "--json"], ["status"], ["token"], ["token", "--field", "uid"], ["version"],
    ["help"], ["help", "exit-codes"], ["verify-phone", "--help"], ["--version"], ["session", "list"],
    ["session", "export", "-"], ["pending", "list", "--json"], ["local", "outbox", "--json"],
    ["local", "test-number", "list"], ["serve", "--print-policy"],
    ["verify-phone", "+16505553434", "--json"],
    ["session", "use", "default"], ["serve", "--port", "0"],
  ]

  init() throws {
    usher = Usher()
    try usher.signIn()
    usher.run("local", "test-number", "add", "+16505550100", "482913")
  }

  @Test func aFullDiskIsAnError() {
    for words in Self.commands {
      var launch = usher.launch(words)
      launch.output = .file("/dev/full")
      let ending = launch.run()
      #expect(ending.status == 74, "\(words)")
      #expect(ending.errors.contains("no room on the disk"), "\(words)")
    }
  }

  @Test func aClosedStandardOutputIsAnError() {
    for words in Self.commands {
      var launch = usher.launch(words)
      launch.output = .closed
      let ending = launch.run()
      #expect(ending.status == 74, "\(words)")
      #expect(ending.errors.contains("cannot write the result"), "\(words)")
    }
  }

  @Test func aReaderThatWentAwayIsAQuietError() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    close(ends[0])
    defer { close(ends[1]) }
    for words in Self.commands {
      var launch = usher.launch(words)
      launch.output = .descriptor(ends[1])
      #expect(launch.run() == Ending(status: 74, signal: nil, output: "", errors: ""), "\(words)")
    }
  }

  @Test(arguments: [0, 1]) func lostMessagesChangeNothing(way: Int) {
    let nowhere: Launch.Stream = way == 0 ? .closed : .file("/dev/full")
    for words in Self.commands.dropLast() {
      var launch = usher.launch(words)
      launch.errors = nowhere
      let ending = launch.run()
      #expect(ending.status == 0, "\(words)")
      #expect(ending.output != "", "\(words)")
    }
    var silent = usher.launch("whoami", "--as", "nobody")
    (silent.errors, silent.output, silent.input) = (nowhere, .closed, .closed)
    #expect(silent.run().status == 4)
  }

  @Test func nothingIsReadUnlessAskedFor() {
    for words in Self.commands.dropLast() {
      var launch = usher.launch(words)
      launch.input = .closed
      #expect(launch.run().status == 0, "\(words)")
    }
  }

  @Test func whatShouldBeReadAndCannotIsAnError() {
    usher.run("verify-phone", "+16505553434", "--json")
    var launch = usher.launch("confirm-code", "-")
    launch.input = .closed
    #expect(launch.run().status == 65)
    launch.input = .file("/")
    #expect(launch.run().status == 65)
    launch.input = .text(String(repeating: "9", count: 2 << 20))
    #expect(launch.run().status == 65)
    #expect(usher.run("confirm-code", "654321").status == 0)
  }

  @Test func pipelinesOfEveryKind() {
    let ending = usher.script(
      """
      set -o pipefail
      for signal in '' "trap '' PIPE;"; do
        ( eval "$signal"; usher status --json; ) | true; echo "${PIPESTATUS[0]}"
        ( eval "$signal"; usher help; ) | head -c 1 >/dev/null; echo "${PIPESTATUS[0]}"
        ( eval "$signal"; usher help; ) | cat | wc -l >/dev/null; echo "${PIPESTATUS[0]}"
      done
      """)
    #expect(ending.errors == "")
    // A pipe holds the little that is said here, so whether it was lost is a matter of who was quicker.
    let statuses = ending.output.split(separator: "\n")
    #expect(statuses.count == 6 && statuses.allSatisfy { ["0", "74"].contains($0) })
  }

  @Test func aFileThatMayNotGrowIsFull() {
    let ending = usher.script("(ulimit -f 0; usher status >out); echo $?")
    #expect(ending.output == "74\n")
  }

  @Test func aResultThatWasLostWasStillReached() throws {
    var launch = usher.launch("verify-phone", "+16505550123", "--json")
    launch.output = .file("/dev/full")
    #expect(launch.run().status == 74)
    #expect(usher.run("verify-phone", "+16505550123", "--field", "sent").line == "false")
    #expect(usher.run("confirm-code", usher.code(for: "+16505550123")).status == 0)
  }
}
