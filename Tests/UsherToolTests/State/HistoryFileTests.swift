import Dispatch
import Essentials
import Flows
import LibC
import PrivateFiles
import TestSupport
import Testing

@Suite struct HistoryFileTests {
  private let folder = TemporaryFolder()
  private var path: String { folder.path(of: "state/usher/history") }
  private var file: HistoryFile { HistoryFile(path: path, wait: LockWait(limit: .seconds(3600))) }

  @Test func nothingIsThereAtFirstAndNothingIsMadeByLooking() throws {
    #expect(try file.lines() == [])
    #expect(folder.names() == [])
  }

  @Test func aLineIsKeptForItsUserAlone() throws {
    try file.append("whoami")
    try file.append("whoami")
    try file.append("send-link é@example.com")
    #expect(try file.lines() == ["whoami", "send-link é@example.com"])
    #expect(folder.mode(of: "state/usher/history") == 0o600)
    #expect(folder.mode(of: "state/usher") == 0o700)
    #expect(folder.names(in: "state/usher") == ["history", "state.lock"])
  }

  @Test func theOldestLinesMakeRoom() throws {
    try file.append("first")
    folder.write((1...1_000).map { "line \($0)\n" }.joined(), to: "state/usher/history")
    try file.append("last")
    #expect(try file.lines() == (2...1_000).map { "line \($0)" } + ["last"])
  }

  @Test func aLineThatIsTooLongIsNotKept() throws {
    try file.append(String(repeating: "x", count: 4_097))
    #expect(folder.names() == [])
    let long = String(repeating: "x", count: 4_096)
    try file.append(long)
    #expect(try file.lines() == [long])
  }

  @Test func twoShellsLoseNoLine() throws {
    DispatchQueue.concurrentPerform(iterations: 2) { shell in
      for number in 0..<40 {
        #expect(throws: Never.self) { try file.append("shell \(shell), line \(number)") }
      }
    }
    let lines = try file.lines()
    for shell in 0..<2 {
      #expect(
        lines.filter { $0.hasPrefix("shell \(shell)") } == (0..<40).map { "shell \(shell), line \($0)" })
    }
    #expect(lines.count == 80)
  }

  @Test(arguments: [0o640, 0o604, 0o644, 0o620] as [mode_t])
  func whatOthersHaveAccessToIsRefused(mode: mode_t) throws {
    try file.append("whoami")
    chmod(path, mode)
    let error = StateError.unsafe(
      path: path, reason: "other users have access to it (mode 0\(String(mode, radix: 8)))")
    #expect(throws: error) { try file.lines() }
    #expect(throws: error) { try file.append("status") }
    #expect(folder.text(of: "state/usher/history") == "whoami\n")
  }

  @Test func aLinkIsRefused() throws {
    try file.append("whoami")
    rename(path, folder.path(of: "elsewhere"))
    folder.makeLink("state/usher/history", to: folder.path(of: "elsewhere"))
    let error = StateError.unsafe(path: path, reason: "it is a symbolic link")
    #expect(throws: error) { try file.lines() }
    #expect(throws: error) { try file.append("status") }
    #expect(folder.text(of: "elsewhere") == "whoami\n")
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func aForeignFileIsRefused() throws {
    try file.append("whoami")
    chown(path, 65_534, 65_534)
    #expect(throws: StateError.unsafe(path: path, reason: "it belongs to another user")) {
      try file.append("status")
    }
  }

  @Test func aFolderThatOthersMayWriteToIsRefused() throws {
    try file.append("whoami")
    chmod(folder.path(of: "state/usher"), 0o770)
    #expect(throws: StateError.self) { try file.lines() }
    #expect(throws: StateError.self) { try file.append("status") }
  }
}
