import Essentials
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// `--field`: one value, bare.
struct FieldTests {
  let tool = ToolHarness()

  @Test(arguments: [
    ("account.phone", "+16505550123"), ("account.email", ""), ("account.email_verified", "false"),
    ("account.providers", #"["phone"]"#), ("account.providers.0", "phone"), ("session.second_factor", ""),
    ("v", "1"), ("status", "ok"), ("endpoint", "local"), ("warnings", "[]"),
  ])
  func aValueIsPrintedBare(_ path: String, _ value: String) {
    tool.signIn()
    #expect(tool.run("whoami", "--field", path) == .init(0, output: value + "\n"))
    #expect(tool.run("--field=\(path)", "whoami", "--json") == .init(0, output: value + "\n"))
  }

  @Test(arguments: ["account.providers.1", "account.mfa.0.id"])
  func aFieldThatThisResultLacksIsAnEmptyOutput(_ path: String) {
    tool.signIn()
    #expect(
      tool.run("whoami", "--field", path)
        == .init(1, errors: "this result has no \(path); its status is ok\n"))
    #expect(tool.run("whoami", "--field", path, "--quiet") == .init(1))
    #expect(tool.run("whoami", "--field", path, "--json") == .init(1))
  }

  @Test(arguments: ["token", "whoami"])
  func aFieldOfClaimsNamesTheOptionThatAddsThem(_ command: String) {
    tool.signIn()
    #expect(
      tool.run(command, "--field", "claims.sub")
        == .init(
          64,
          errors: """
            error: the result has claims only with --claims
            usage: usher \(command) [options]
              add it:  usher \(command) --claims --field claims.sub

            """))
    #expect(tool.run(command, "--claims", "--field", "claims.sub").status == 0)
  }

  @Test(arguments: ["", ".", "nope", "account.nope", "account.", "status.x", "pending.id.x", "Account"])
  func aFieldThatNoResultHasIsRefusedBeforeAnythingIsSent(_ path: String) {
    #expect(
      tool.run("verify-phone", ToolHarness.number, "--field", path)
        == .init(
          64,
          errors: """
            error: '\(path)' is not a field of this command's result
            usage: usher verify-phone [options] [NUMBER]
              See the whole result with --json.

            """))
    #expect(tool.sentMessages == 0)
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }

  @Test func foreignTextIsCleanedForATerminalAndExactForAProgram() {
    let name = "Kim\u{1B}]0;x\u{7}\n\u{202E}Lee\u{9B}31m"
    let identity: JSONValue = ["sub": "g1", "name": .string(name)]
    tool.run("signin", "idp", "google.com", "--id-token-file", tool.identity(identity.text))
    let words = ["whoami", "--field", "account.display_name"]
    #expect(tool.run(words) == .init(0, output: name + "\n"))

    let screen = Screen()
    #expect(tool.run(words, outputTo: screen.path) == .init(0))
    #expect(screen.line == "Kim]0;x Lee31m")
  }

  @Test func aFailureIsNoField() {
    #expect(
      tool.run("whoami", "--field", "account.uid")
        == .init(4, errors: "error: no user is signed in\n  sign in:  usher signin\n"))
  }

  @Test func everyFieldOfAResultIsAPossibleOne() throws {
    tool.signIn()
    tool.run("verify-phone", "+16505550199", "--as", "alice")
    for words in [
      ["whoami", "--claims"], ["status", "--all"], ["token", "--claims", "--verify"], ["session", "list"],
      ["pending", "list"], ["local", "outbox"], ["local", "outbox", "--latest"],
      ["local", "test-number", "list"], ["serve", "--print-policy"], ["verify-phone", "--reauth"],
      ["confirm-code", "--as", "alice", tool.code(for: "+16505550199")], ["session", "use", "alice"],
      ["session", "export", tool.folder.path + "/s"], ["session", "import", tool.folder.path + "/s"],
      ["session", "remove", "alice"], ["pending", "drop"], ["signout"], ["local", "reset", "--yes"],
      ["version"],
    ] {
      let result = try #require(tool.run(words + ["--json"]).json)
      for path in result.paths {
        // Asked again, many of them fail; what matters is that the path is not refused.
        #expect(!tool.run(words + ["--field", path]).errors.contains("is no field"), "\(words) \(path)")
      }
    }
  }
}

extension JSONValue {
  /// The paths of everything in this value.
  fileprivate var paths: [String] {
    let members = (members ?? []).map { ($0.name, $0.value) }
    let elements = (array ?? []).prefix(1).map { ("0", $0) }
    return (members + elements).flatMap { name, value in [name] + value.paths.map { name + "." + $0 } }
  }
}

/// A terminal of which only the screen is looked at.
private final class Screen {
  private var controller: Int32 = -1
  /// Kept open: what was written would be lost with the last who has the device open.
  private var device: Int32 = -1
  let path: String

  init() {
    guard openpty(&controller, &device, nil, nil, nil) == 0, let name = ttyname(device) else {
      fatalError("no pseudo-terminal to be had")
    }
    path = String(cString: name)
  }

  deinit {
    close(controller)
    close(device)
  }

  /// What was written, to the end of the first line.
  var line: String {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(controller, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self).replacing("\r", with: "")
  }
}
