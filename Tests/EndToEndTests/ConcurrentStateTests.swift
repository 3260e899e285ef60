import Crypto
import Essentials
import IDTokens
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// Commands that run at once lose nothing of each other's.
@Suite struct ConcurrentStateTests {
  @Test func everyOneOfManyWritersIsPresentAfterwards() throws {
    let usher = try Usher.withExportedSession()
    let (count, width) = Size.of((24, 8), long: (2_000, 128))
    let start = ContinuousClock.now
    usher.runAll(
      (0..<count).map { ["session", "import", usher.home.path + "/exported", "--as", "s\($0)"] }, width)
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    Size.report("\(count) writers, \(width) at once: \(Int(Double(count) / seconds)) a second")

    let sessions = try #require(try usher.run("session", "list", "--json").result["sessions"]?.array)
    #expect(Set(sessions.compactMap { $0["name"]?.string }) == Set((0..<count).map { "s\($0)" }))
    #expect(
      usher.modes == [
        ".gitignore": 0o600, "local.db": 0o600, "local.db-shm": 0o600, "local.db-wal": 0o600,
        "state.json": 0o600, "state.lock": 0o600,
      ])
  }

  @Test func everyOneOfManyCodesIsPending() throws {
    let usher = Usher()
    let count = Size.of(8, long: 400)
    usher.runAll(
      (0..<count).map { ["verify-phone", "+1650555\(1000 + $0)", "--as", "s\($0)", "--json"] }, 32)
    let pending = try #require(try usher.run("pending", "list", "--json").result["pending"]?.array)
    #expect(Set(pending.compactMap { $0["phone"]?.string }).count == count)
    #expect(Set(pending.compactMap { $0["id"]?.string }) == Set((1...count).map { "p\($0)" }))
  }

  @Test func oneMessageIsSentHoweverManyAskForIt() throws {
    let usher = Usher()
    let count = Size.of(4, long: 16)
    let programs = (0..<count).map { _ in usher.launch("verify-phone", "+16505550123", "--json").start() }
    let sent = try programs.map { try $0.wait().result["sent"] }
    #expect(sent.count { $0 == true } == 1)
    #expect(sent.count { $0 == false } == count - 1)
    #expect(try usher.run("local", "outbox", "--json").result["messages"]?.array?.count == 1)
  }

  @Test func manyFirstRunsMakeOneKey() throws {
    let usher = Usher(isFirst: true)
    usher.home.write("654321\n", to: "code")
    let count = Size.of(8, long: 160)
    let programs = (0..<count).map {
      usher.launch(
        "verify-phone", "+16505553434", "--as", "s\($0)", "--code-file", usher.home.path + "/code", "--json"
      ).start()
    }
    for ending in programs.map({ $0.wait() }) {
      #expect(ending.status == 0, "\(ending.errors)")
    }
    let state = try JSONValue(text: try #require(usher.home.text(of: "config/state.json")))
    let sessions = try #require(state["profiles", "local", "bindings"]?.array?.first?["sessions"]?.members)
    #expect(sessions.count == count)
    let tokens = try sessions.map { try JWT(#require($0.value["id_token"]?.string)) }
    #expect(Set(tokens.map(\.keyID)).count == 1)
    #expect(Set(sessions.map { $0.value["uid"]?.string }).count == 1)
    #expect(usher.run("token", "--verify", "--as", "s0", "--quiet").status == 0)
    #expect(Set(usher.modes.values) == [0o600])
  }

  /// C1b: random kills among writers; what was acknowledged is there.
  @Test func nothingAcknowledgedIsLostInAStormOfKills() throws {
    let usher = try Usher.withExportedSession()
    let (rounds, width) = Size.of((3, 8), long: (200, 16))
    var acknowledged: Set<String> = []
    var (started, killed, number) = (0, 0, 0)
    for _ in 0..<rounds {
      let programs = (0..<width).map { _ in
        number += 1
        // Few names, so that the file stays small and the storm dense.
        let name = "s\(number % 97)"
        return (name, usher.launch("session", "import", usher.home.path + "/exported", "--as", name).start())
      }
      usleep(.random(in: 1_000...25_000))
      // The first is always spared, and the last, which has hardly begun, never.
      for (place, (_, program)) in programs.enumerated()
      where place == width - 1 || place > 0 && Bool.random() { program.send(SIGKILL) }
      for (name, program) in programs {
        let ending = program.wait()
        started += 1
        if ending.signal == SIGKILL { killed += 1 }
        #expect(ending.status == 0 || ending.signal == SIGKILL, "\(ending.errors)")
        if ending.status == 0 { acknowledged.insert(name) }
      }
      _ = try digest(ofState: usher.home.text(of: "config/state.json"))
    }
    Size.report("storm: \(started) started, \(killed) killed")
    #expect(killed > 0 && acknowledged.count > 0)
    let sessions = try #require(try usher.run("session", "list", "--json").result["sessions"]?.array)
    #expect(acknowledged.isSubset(of: Set(sessions.compactMap { $0["name"]?.string })))
    #expect(usher.run("pending", "drop").status == 0)
    #expect(!FolderContent(of: usher.folder).names.contains("state.json.tmp"))
  }
}

extension Usher {
  /// With a session in the file `exported` and none in the state.
  static func withExportedSession() throws -> Usher {
    let usher = Usher()
    try usher.signIn()
    usher.home.write(usher.run("session", "export", "-").output, to: "exported")
    unlink(usher.folder + "/state.json")
    for name in FolderContent(of: usher.folder).names where name.hasPrefix("session-") {
      unlink(usher.folder + "/" + name)
    }
    return usher
  }

  /// Runs all of these, `width` at a time; none may fail.
  func runAll(_ commands: [[String]], _ width: Int) {
    var running: [RunningProgram] = []
    for words in commands {
      if running.count == width { expectSuccess(of: running.removeFirst()) }
      running.append(launch(words).start())
    }
    running.forEach(expectSuccess)
  }

  private func expectSuccess(of program: RunningProgram) {
    let ending = program.wait()
    #expect(ending.status == 0, "\(ending.errors)")
  }

  /// The permissions of the files in the folder of state and database.
  var modes: [String: mode_t] {
    var modes: [String: mode_t] = [:]
    for name in FolderContent(of: folder).names {
      var status = stat()
      lstat(folder + "/" + name, &status)
      modes[name] = status.st_mode & 0o7777
    }
    return modes
  }
}
