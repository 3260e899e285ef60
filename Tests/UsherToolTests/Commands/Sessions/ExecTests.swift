import AuthClient
import Essentials
import Flows
import IdentityToolkit
import LibC
import TestSupport
import Testing
import UsherTool

/// `exec -- CMD`: a program with a token.
struct ExecTests {
  let tool = ToolHarness()
  private let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()

  init() {
    tool.environment["PATH"] = "/usr/bin:/bin"
    tool.signIn()
  }

  private var saved: String {
    get throws { try tool.state[key]?.tokens.idToken.text ?? "" }
  }

  /// Runs `script` in a shell that leaves what it prints in the file `seen`.
  private func run(_ options: [String] = [], _ script: String) -> ToolHarness.Outcome {
    tool.run(
      ["exec"] + options + ["--", "sh", "-c", "exec >\(tool.folder.path)/seen 2>&1; " + script, "sh", "a b"])
  }

  private var seen: String? { tool.folder.text(of: "seen") }

  @Test func theProgramFindsTheTokenInItsEnvironment() throws {
    #expect(run([], #"echo "$FIREBASE_ID_TOKEN|$1""#) == .init(0))
    #expect(seen == "\(try saved)|a b\n")
    #expect(run(["--env", "ID_TOKEN"], #"echo "$ID_TOKEN|${FIREBASE_ID_TOKEN-unset}""#) == .init(0))
    #expect(seen == "\(try saved)|unset\n")
  }

  @Test func theTokenIsRenewedFirst() throws {
    let first = try saved
    tool.clock.advance(3301)
    #expect(run([], #"echo "$FIREBASE_ID_TOKEN""#).status == 0)
    let second = try saved
    #expect(second != first && seen == second + "\n")
    tool.clock.advance(1)
    #expect(run(["--min-ttl", "59m"], #"echo "$FIREBASE_ID_TOKEN""#).status == 0)
    #expect(seen == second + "\n")
    tool.clock.advance(60)
    #expect(run(["--min-ttl", "59m"], #"echo "$FIREBASE_ID_TOKEN""#).status == 0)
    #expect(try saved != second && seen == saved + "\n")
  }

  @Test func aFileHoldsTheTokenForAsLongAsTheProgramRuns() throws {
    let path = tool.folder.path + "/token"
    let script = #"""
      echo "$FIREBASE_ID_TOKEN_FILE|${FIREBASE_ID_TOKEN-unset}"; stat -c %a "$FIREBASE_ID_TOKEN_FILE"
      cat "$FIREBASE_ID_TOKEN_FILE"; exit 3
      """#
    #expect(run(["--token-file", path], script) == .init(3))
    #expect(seen == "\(path)|unset\n600\n\(try saved)")
    #expect(access(path, F_OK) != 0)
  }

  @Test func aFilesPathIsWholeWhereverTheProgramGoes() throws {
    let mine = try #require(getcwd(nil, 0).map { String(cString: $0) })
    tool.currentFolder = mine
    let name = "usher-exec-test-\(getpid())"
    #expect(run(["--token-file", name, "--env", "AT"], #"cd /; echo "$AT"; cat "$AT""#) == .init(0))
    #expect(seen == "\(mine)/\(name)\n\(try saved)")
    #expect(access(name, F_OK) != 0)
  }

  @Test func aFileThatIsThereIsLeftAlone() {
    let path = tool.file("mine", named: "taken")
    let outcome = run(["--token-file", path], "echo ran")
    #expect(
      outcome
        == .init(
          125,
          errors: """
            error: cannot write \(path) (File exists)
              Remove it first, or choose another name.

            """))
    #expect(tool.folder.text(of: "taken") == "mine" && seen == nil)
  }

  @Test func theProgramDoesNotGetSecretsOfOurs() throws {
    for name in ["USHER_PASSWORD", "USHER_OWNER_TOKEN"] { tool.environment[name] = "s3cret" }
    tool.environment["USHER_ID_TOKEN"] = try saved
    tool.environment["USHER_LANGUAGE"] = "es"
    #expect(run([], "env").status == 0)
    let variables = Set((seen ?? "").split(separator: "\n").map { String($0.prefix { $0 != "=" }) })
    #expect(variables.filter { $0.hasPrefix("USHER_") } == Set(["USHER_CONFIG_DIR", "USHER_LANGUAGE"]))
    #expect(variables.contains("FIREBASE_ID_TOKEN"))
  }

  @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -KILL $$", 137)])
  func itsExitStatusIsOurs(script: String, status: Int32) {
    #expect(run([], script) == .init(status))
  }

  @Test func whatCannotBeRunIsTold() {
    let missing = "error: cannot run no-such-program (No such file or directory)\n"
    #expect(tool.run("exec", "--", "no-such-program") == .init(127, errors: missing))
    #expect(tool.run("exec", "--", "/").status == 126)
    let error = tool.run("exec", "--json", "--", "no-such-program").json?["error"]
    #expect(error?["code"] == "usher/no-such-program" && error?["exit"] == 127)
  }

  @Test(arguments: [
    ["exec"], ["exec", "ls"], ["exec", "--nonsense", "--", "true"], ["exec", "--env", "A=B", "--", "true"],
    ["exec", "--env", "1A", "--", "true"], ["exec", "--field", "token", "--", "true"],
    ["exec", "--as", "nobody", "--", "true"], ["exec", "--endpoint", "nowhere", "--", "true"],
    ["curl"], ["curl", "https://example.com"], ["curl", "--as", "nobody", "--", "https://example.com"],
  ])
  func failuresOfOursHaveAStatusOfTheirOwn(_ words: [String]) {
    let outcome = tool.run(words)
    #expect(outcome.status == 125 && outcome.output.isEmpty && outcome.errors.hasPrefix("error: "))
    let json = tool.run(words.prefix(1) + ["--json"] + words.dropFirst()).json
    #expect(json?["error"]?["exit"] == 125)
  }
}
