import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Failures: standard output stays empty, and the exit status does not depend on the form.
struct FailureOutputTests {
  static let failures: [(words: [String], status: Int32, code: String)] = [
    ([], 64, "usher/usage"),
    (["nonsense"], 64, "usher/usage"),
    (["session"], 64, "usher/usage"),
    (["whoami", "--nonsense"], 64, "usher/usage"),
    (["whoami", "surplus"], 64, "usher/usage"),
    (["whoami", "--timeout", "soon"], 64, "usher/usage"),
    (["whoami", "--as="], 64, "usher/bad-session-name"),
    (["help", "nonsense"], 64, "usher/usage"),
    (["verify-phone"], 64, "usher/usage"),
    (["verify-phone", "1"], 65, "auth/invalid-phone-number"),
    (["verify-phone", "--reauth"], 4, "auth/no-current-user"),
    (["confirm-code", "123456"], 64, "usher/nothing-pending"),
    (["confirm-code", "--verification-id", "x", "1"], 65, "auth/missing-verification-code"),
    (["confirm-code", "--verification-id", "x", "123456"], 6, "auth/invalid-verification-id"),
    (["whoami"], 4, "auth/no-current-user"),
    (["token"], 4, "auth/no-current-user"),
    (["session", "use", "x"], 4, "auth/no-current-user"),
    (["session", "import", "/nowhere"], 65, "usher/cannot-read"),
    (["local", "outbox", "--latest"], 1, "usher/no-message"),
    (["local", "reset"], 64, "usher/usage"),
    (["status", "--endpoint", "x"], 64, "usher/bad-endpoint"),
    (["status", "--project", "acme"], 78, "usher/project-alone"),
    (["serve", "--port", "x"], 64, "usher/usage"),
  ]

  @Test(arguments: failures)
  func theStatusIsTheSameInEveryForm(_ words: [String], _ status: Int32, _ code: String) throws {
    let tool = ToolHarness()
    for form in [[], ["--no-input"], ["--quiet"], ["--field", "status"]] {
      let outcome = tool.run(words + form)
      #expect(outcome.status == status, "\(form)")
      // The tool alone shows its help.
      #expect(outcome.output.isEmpty || (words + form).isEmpty, "\(form)")
    }
    let scripted = tool.run(words + ["--json"])
    #expect(scripted.status == status)
    #expect(scripted.output == "")
    #expect(scripted.errors.hasSuffix("}\n") && scripted.errors.filter { $0 == "\n" }.count == 1)
    let object = try #require(scripted.json)
    #expect(object["status"] == "error")
    #expect(object["error"]?["code"]?.string == code)
    #expect(object["error"]?["exit"]?.integer == Int64(status))
    #expect(
      object.members?.map(\.name)
        == ["command", "endpoint", "error", "profile", "status", "v", "warnings"])
    #expect(
      object["error"]?.members?.map(\.name)
        == [
          "code", "exit", "hint", "message", "next_step", "retry", "retry_after", "server_code", "tries_left",
        ])
    tool.environment["USHER_OUTPUT"] = "json"
    #expect(tool.run(words) == scripted)
  }

  @Test func warningsOfAFailureAreInItsObject() {
    let tool = ToolHarness()
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    let outcome = tool.run("whoami", "--endpoint", "local", "--json")
    #expect(outcome.status == 4)
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    #expect(outcome.json?["warnings"] == ["USHER_ENDPOINT is set, but --endpoint decides"])
  }

  @Test func lostOutputIsAFailure() {
    let tool = ToolHarness()
    let outcome = tool.run(["version"], outputTo: "/dev/full")
    #expect(outcome == .init(74, errors: "error: cannot write the result (no room on the disk)\n"))
    let scripted = tool.run(["status", "--json"], outputTo: "/dev/full")
    #expect(scripted.status == 74)
    #expect(scripted.json?["error"]?["code"] == "usher/output-lost")
  }

  @Test func quietLeavesResultsAndErrors() {
    let tool = ToolHarness()
    #expect(tool.run("verify-phone", ToolHarness.number, "--quiet") == .init(0))
    #expect(tool.run("confirm-code", tool.code(), "-q") == .init(0))
    #expect(tool.run("whoami", "-q", "--field", "account.phone") == .init(0, output: "+16505550123\n"))
    #expect(tool.run("token", "-q").output != "")
    #expect(
      tool.run("confirm-code", "-q", "123456").errors.hasPrefix("error: no step is waiting for a code\n"))
    #expect(tool.run("verify-phone", ToolHarness.number, "--quiet", "--json").output != "")
  }

  @Test(arguments: ["corrupt", "newer", "readable", "link", "folder"])
  func aStateThatCannotBeUsedIsLeftUntouched(_ problem: String) {
    let tool = ToolHarness()
    let name = "config/state.json"
    let status: Int32
    switch problem {
    case "corrupt":
      tool.folder.write("{", to: name)
      status = 78
    case "newer":
      tool.folder.write(#"{"version":99}"#, to: name)
      status = 78
    case "readable":
      tool.folder.write(#"{"version":1}"#, to: name, mode: 0o644)
      status = 77
    case "link":
      tool.folder.write(#"{"version":1}"#, to: "elsewhere")
      tool.folder.makeLink(name, to: tool.folder.path + "/elsewhere")
      status = 77
    default:
      tool.folder.makeFolder(name)
      status = 77
    }
    let content = tool.folder.text(of: name)
    for words in [
      ["whoami"], ["verify-phone", "+16505553434"], ["signout"], ["pending", "drop"], ["status"],
    ] {
      let outcome = tool.run(words)
      #expect(outcome.status == status, "\(words)")
      #expect(outcome.errors.contains(tool.configFolder + "/state.json"), "\(words)")
    }
    #expect(tool.folder.text(of: name) == content)
    #expect(tool.sentMessages == 0)
  }
}
