import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// `local backup` and `local restore`, on the embedded server's database and on a file of `serve`'s.
@Suite struct LocalBackupTests {
  private let tool = ToolHarness()
  private var saved: String { tool.folder.path(of: "saved.db") }
  private var database: String { tool.configFolder + "/local.db" }

  @Test func theEmbeddedServerIsBackedUpAndTakenBack() throws {
    #expect(tool.run("local", "users", "add", "--uid", "kim").status == 0)
    #expect(
      tool.run("local", "backup", saved)
        == .init(0, output: "Wrote a checked copy of \(database) to \(saved).\n"))
    #expect(tool.run("local", "reset", "--yes").status == 0)
    let restored = tool.run("local", "restore", saved, "--yes", "--json")
    let old = try #require(restored.json?["kept"]?.string)
    #expect(restored.json?["data"]?.string == database && restored.json?["file"]?.string == saved)
    #expect(old.hasPrefix(database + ".before-2") && old.hasSuffix("Z"))
    #expect(tool.folder.names(in: "config").contains(String(old.split(separator: "/").last!)))
    #expect(tool.run("local", "users", "list", "--json").json?["users"]?.array?.map { $0["uid"] } == ["kim"])
  }

  @Test func aFileOfServesIsNamed() throws {
    let data = tool.folder.path(of: "auth.db")
    #expect(tool.run("serve", "--port", "0", "--data", data, "--", "true").status == 0)
    let backup = tool.run("local", "backup", saved, "--data", data, "--json")
    #expect(backup.json?["data"]?.string == data)
    #expect(backup.json?["bytes"]?.integer ?? 0 > 100_000)
    let other = tool.folder.path(of: "b/auth.db")
    #expect(
      tool.run("local", "restore", saved, "--data", other, "--yes")
        == .init(0, output: "Restored \(other) from \(saved).\n"))
    #expect(tool.run("serve", "--port", "0", "--data", other, "--", "true").status == 0)
  }

  @Test func nobodysDatabaseIsReplacedUnasked() {
    #expect(tool.run("local", "backup", saved).status == 0)
    for words in [["local", "restore", saved], ["local", "restore", saved, "--data", saved + "2"]] {
      let refused = tool.run(words)
      #expect(refused.status == 64)
      #expect(refused.errors.contains("  Confirm it with --yes.\n"))
    }
    let terminal = ScriptedTerminal(answers: ["n"])
    #expect(tool.run("local", "restore", saved, terminal: terminal).status == 1)
    #expect(
      terminal.events == [
        .said("Replace everything in \(database) with \(saved)?"),
        .asked("Yes or no? [no]: ", within: .seconds(600)),
      ])
  }

  @Test(arguments: ["", "-wal", "-shm", "-journal"]) func theDatabaseItselfIsNoBackup(suffix: String) {
    for command in ["backup", "restore"] {
      let outcome = tool.run("local", command, database + suffix, "--yes")
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error: this is the database itself\n"))
    }
  }

  /// Of a build before the first release: the embedded server's, one of `serve`'s, or a backup.
  @Test func aDatabaseOfAnEarlierBuildIsNamedAndLeftAsItIs() throws {
    #expect(tool.run("local", "backup", saved).status == 0)
    // Where SQLite keeps `user_version`.
    var earlier = [UInt8](try Data(contentsOf: URL(filePath: saved)))
    earlier.replaceSubrange(60..<64, with: [0, 0, 0, 14])
    for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
    tool.folder.write(earlier, to: "config/local.db")
    tool.folder.write(earlier, to: "auth.db")
    let data = tool.folder.path(of: "auth.db")
    func answer(_ path: String) -> String {
      """
      error: an earlier build of usher made \(path), in a format that is no longer supported
        Usher did not change it.
        to keep its accounts, run with that build:  usher local export FOLDER
        Then move \(path) and its -wal file away.

      """
    }
    let copy = tool.folder.path(of: "copy.db")
    for words in [
      ["verify-phone", "+16505550100"], ["local", "reset", "--yes"], ["local", "export", copy],
      ["local", "backup", copy], ["local", "restore", saved, "--yes"],
    ] {
      #expect(tool.run(words) == .init(78, errors: answer(database)), "\(words)")
    }
    for words in [
      ["serve", "--port", "0", "--data", data], ["local", "backup", copy, "--data", data],
      ["local", "restore", saved, "--data", data, "--yes"],
    ] {
      #expect(tool.run(words) == .init(78, errors: answer(data)), "\(words)")
    }
    let checkup = tool.run("doctor")
    #expect(checkup.status == 78)
    let lines = answer(database).split(separator: "\n")
    #expect(checkup.output.contains("fail server: \(lines[0].dropFirst(7))\n"), "\(checkup.output)")
    #expect(
      checkup.output.contains("     to keep its accounts, run with that build: usher local export FOLDER\n"),
      "\(checkup.output)")
    let restored = tool.run("local", "restore", data, "--data", copy, "--yes")
    #expect(restored.status == 78)
    #expect(
      restored.errors.hasSuffix(
        """
          Nothing was changed.
          to keep its accounts, restore it with that build and run:
            usher local export FOLDER
          Or restore another backup.

        """), "\(restored.errors)")
    for path in [database, data] { #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == earlier) }
    #expect(!tool.folder.names().contains("copy.db"))
  }

  static let refusals: [(words: [String], status: Int32, message: String, hint: String?)] = [
    (["local", "backup", ""], 64, "the file's name is empty", "see the options:  usher local backup --help"),
    (
      ["local", "backup", "x", "--data", ":memory:"], 64, "--data needs a file's name",
      "see the options:  usher local backup --help"
    ),
    (
      ["local", "restore", "x", "--data", ""], 64, "--data needs a file's name",
      "see the options:  usher local restore --help"
    ),
    (
      ["local", "backup", "x", "--endpoint", "http://127.0.0.1:9"], 64,
      "server at http://127.0.0.1:9 keeps its accounts in a file of its own",
      "Name the file of serve with --data, or use --endpoint local."
    ),
    (
      ["local", "backup", "/nowhere/x"], 73, "cannot write /nowhere/x (No such file or directory)",
      "Choose a file in one of your folders."
    ),
    (["local", "backup", "x", "--data", "/nowhere/auth.db"], 65, "there is no file /nowhere/auth.db", nil),
    (["local", "restore", "/nowhere/x", "--yes"], 65, "there is no file /nowhere/x", nil),
    (["local", "backup", "/"], 73, "/ already exists", "Choose another name, or replace it with --force."),
  ]

  @Test(arguments: refusals)
  func whatWillNotDoIsExplained(_ words: [String], _ status: Int32, _ message: String, _ hint: String?) {
    let outcome = tool.run(words)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix("error: \(message)\n"), "\(outcome.errors)")
    if let hint { #expect(outcome.errors.hasSuffix("  \(hint)\n"), "\(outcome.errors)") }
  }

  @Test func theKeptFileIsNamedAfterTheTime() throws {
    #expect(tool.run("local", "backup", saved).status == 0)
    let restored = tool.run("local", "restore", saved, "--yes")
    let time = tool.clock.now.rfc3339.prefix { $0 != "." && $0 != "Z" }.filter { $0 != "-" && $0 != ":" }
    #expect(
      restored
        == .init(
          0,
          output: """
            Restored \(database) from \(saved).
            The old database is now \(database).before-\(time)Z.

            """))
  }
}
