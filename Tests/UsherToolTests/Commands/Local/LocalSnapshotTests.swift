import Essentials
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// `local snapshot`.
struct LocalSnapshotTests {
  let tool = ToolHarness()

  private func uids(_ words: String...) -> [String] {
    tool.run(["local", "users", "list", "--json"] + words).json?["users"]?.array?.compactMap {
      $0["uid"]?.string
    }
      ?? []
  }

  private func add(_ uid: String) {
    #expect(tool.run("local", "users", "add", "--uid", uid).status == 0)
  }

  @Test func aProjectIsSavedAndLoadedIntoOthers() {
    add("kim")
    #expect(
      tool.run("local", "snapshot", "save", "users") == .init(0, output: "Saved demo-usher as users.\n"))
    add("mo")
    #expect(tool.run("local", "snapshot", "list") == .init(0, output: "users\n"))
    #expect(
      tool.run("local", "snapshot", "load", "users", "--endpoint", "local", "--project", "demo-b")
        == .init(0, output: "Loaded users into demo-b.\n"))
    #expect(uids("--endpoint", "local", "--project", "demo-b") == ["kim"])
    #expect(uids() == ["kim", "mo"])
    #expect(tool.run("local", "snapshot", "load", "users", "--yes").status == 0)
    #expect(uids() == ["kim"])
    #expect(tool.run("local", "snapshot", "remove", "users") == .init(0, output: "Removed users.\n"))
    #expect(tool.run("local", "snapshot", "list") == .init(0))
  }

  @Test func accountsAndTenantsAreReplacedOnlyWithYes() {
    let place = ["--endpoint", "local", "--project", "demo-b"]
    #expect(tool.run(["local", "project", "set", "client.apiKey", "k"] + place).status == 0)
    #expect(tool.run(["local", "snapshot", "save", "empty"] + place).status == 0)
    #expect(tool.run(["local", "snapshot", "load", "empty"] + place).status == 0)
    #expect(tool.run(["local", "tenant", "create", "acme"] + place).status == 0)
    #expect(tool.run(["local", "snapshot", "load", "empty"] + place).status == 64)
    add("kim")
    #expect(tool.run("local", "snapshot", "load", "empty").status == 64)
    #expect(uids() == ["kim"])
  }

  @Test func anUnknownOrOddNameIsRefused() {
    add("kim")
    for command in ["load", "remove"] {
      #expect(
        tool.run("local", "snapshot", command, "users", "--yes")
          == .init(
            65,
            errors: """
              error: there is no snapshot 'users'
                see the snapshots:  usher local snapshot list

              """))
    }
    let odd = tool.run("local", "snapshot", "save", "a/b")
    #expect(odd.status != 0)
    #expect(odd.errors.contains("1 to 64 letters, digits, hyphens, dots and underscores"), "\(odd.errors)")
    #expect(uids() == ["kim"])
  }
}
