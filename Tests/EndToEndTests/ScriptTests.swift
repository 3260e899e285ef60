import Essentials
import Flows
import IdentityToolkit
import LibC
import TestSupport
import Testing

/// The tool in scripts.
@Suite struct ScriptTests {
  private let usher = Usher()

  @Test func theScriptOfTheReadmeRuns() throws {
    var usher = usher
    usher.environment["CI"] = "true"
    let ending = usher.script("set -euo pipefail\n" + (try Self.blockOfTheReadme(under: "## In a script\n")))
    #expect(ending.status == 0, "\(ending.errors)")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first == "p1")
    #expect(lines.last == #""+16505550123""#)
    #expect(
      lines.dropFirst().first.map(String.init) == usher.local.run("whoami", "--field", "account.uid").line)
  }

  /// At a terminal, too, where a question would stop it.
  @Test(arguments: [false, true]) func theSecondFactorsOfTheReadmeRun(isAtATerminal: Bool) throws {
    let block = try Self.blockOfTheReadme(under: "### Second factors\n")
    var launch = usher.shellLaunch("set -euo pipefail\n" + block)
    if isAtATerminal {
      launch.terminal = try PseudoTerminal()
      launch.errors = .nothing
    } else {
      launch.environment["CI"] = "true"
    }
    let ending = launch.run()
    #expect(ending.status == 0, "\(ending.errors)")
    let lines = ending.output.split(separator: "\n")
    #expect(lines.filter { ["totp", "phone"].contains($0) } == ["totp", "phone"])
    #expect(usher.local.run("mfa", "list", "--json").output.ranges(of: #""name":"#).count == 2)
    #expect(usher.home.mode(of: "totp.txt") == 0o600)
  }

  /// An interactive zsh knows no comments, and the reader goes on in the same shell.
  @Test(arguments: ["bash", "zsh"]) func secondFactorsArePastedAndTheShellStaysAsItWas(shell: String) throws {
    try paste(try Self.blockOfTheReadme(under: "### Second factors\n"), into: shell)
    #expect(usher.local.run("mfa", "list", "--json").output.ranges(of: #""name":"#).count == 2)
    let after = try #require(usher.home.text(of: "after"))
    #expect(!after.contains("USHER_NO_INPUT") && !after.contains("USHER_ENDPOINT"))
  }

  @Test(arguments: ["bash", "zsh"]) func theScriptOfTheReadmeIsPasted(shell: String) throws {
    try paste(try Self.blockOfTheReadme(under: "## In a script\n"), into: shell)
    #expect(usher.local.run("whoami", "--field", "account.phone").line == "+16505550123")
  }

  /// Types `block` at the prompt of an interactive shell, which writes its environment to `after`.
  private func paste(_ block: String, into shell: String) throws {
    let options = shell == "zsh" ? "-f" : "--norc"
    let terminal = try PseudoTerminal()
    var launch = usher.shellLaunch("PS1='shell> ' exec \(shell) \(options) -i", shell: "sh")
    (launch.terminal, launch.output, launch.errors) = (terminal, .nothing, .nothing)
    let running = launch.start()
    try terminal.screen(upTo: "shell> ")
    terminal.type(block.replacing("\n", with: "\r"))
    terminal.type("env >after; exit\r")
    #expect(running.wait().status == 0)
  }

  private static func blockOfTheReadme(under heading: String) throws -> String {
    let section = try #require(try Project.text(of: "README.md").text(after: heading))
    return String(try #require(section.text(after: "```sh\n")?.text(before: "```")))
  }

  @Test(arguments: ["bash", "sh", "zsh", "fish"]) func aResultIsOneLineForAnyShell(shell: String) throws {
    try usher.signIn()
    let ending = usher.script(
      """
      usher whoami --json | jq -r .account.phone
      usher whoami --field account.phone
      usher whoami --field account.email
      usher status --json | jq -c '.places[0].sessions | map(.name)'
      """, shell: shell)
    #expect(
      ending
        == Ending(
          status: 0, signal: nil, output: "+16505553434\n+16505553434\n\n[\"default\"]\n", errors: ""))
  }

  @Test func jsonIsOneLineAndStandardErrorStaysEmpty() throws {
    let ending = usher.run("verify-phone", "+16505553434", "--json")
    #expect(ending.errors == "")
    #expect(ending.output.hasSuffix("}\n"))
    #expect(ending.line.contains("\n") == false)
    let result = try ending.result
    #expect(result["v"] == 1)
    #expect(result["status"] == "pending")
    #expect(result["endpoint"] == "local")
    #expect(result["next_step", "argv"] == ["usher", "confirm-code", "--pending", "p1"])
  }

  @Test func theNextStepIsACommandThatWorks() throws {
    let ending = usher.script(
      #"""
      set -e
      mapfile -t next < <(usher verify-phone +16505553434 --as kim --json | jq -r '.next_step.argv[]')
      usher session list --json >/dev/null
      echo 654321 | "${next[@]}" - --field account.phone
      usher whoami --as kim --field account.phone
      """#)
    #expect(ending == Ending(status: 0, signal: nil, output: "+16505553434\n+16505553434\n", errors: ""))
  }

  /// Exit statuses are the same in prose and JSON, and a failure leaves standard output empty.
  @Test(
    arguments: [
      (["verify-phone", "6505550123"], 65), (["verify-phone", "+1650"], 65),
      (["verify-phone", "+165055501231234567"], 65), (["verify-phone", "+1650555call"], 65),
      (["verify-phone"], 64), (["confirm-code"], 64), (["confirm-code", "654321", "--pending", "p9"], 64),
      (["confirm-code", ""], 65), (["confirm-code", "12345"], 65), (["confirm-code", "abcdef"], 65),
      (["confirm-code", "000000"], 5), (["verify-phone", "--resend"], 7),
      (["whoami", "--as", "nobody"], 4), (["token", "--as", "nobody"], 4), (["session", "use", "nobody"], 4),
      (["whoami", "--field", "no.such.field"], 64), (["no-such-command"], 64),
      (["whoami", "--no-such-option"], 64),
      (["local", "test-number", "remove", "+16505550199"], 65), (["local", "reset"], 64),
      (["signout", "--as", "nobody"], 0), (["pending", "list"], 0), (["status"], 0),
    ] as [([String], Int32)])
  func theExitStatusIsTheSameWithAndWithoutJSON(words: [String], status: Int32) throws {
    // Not a fictional one: those may be sent to again at once.
    usher.run("verify-phone", "+16505550123", "--json")
    let (prose, json) = (usher.run(words), usher.run(words + ["--json"]))
    #expect(prose.status == status, "\(prose.errors)")
    #expect(json.status == status)
    guard status != 0 else { return }
    #expect(prose.output == "")
    #expect(prose.errors.hasPrefix("error: "))
    #expect(json.output == "")
    #expect(try json.error["exit"]?.integer == Int64(status))
  }

  @Test func triesRunOutAfterFiveWrongCodes() throws {
    usher.run("verify-phone", "+16505550123", "--json")
    let code = usher.code(for: "+16505550123")
    let wrong = code == "111111" ? "222222" : "111111"
    let statuses = (1...5).map { _ in usher.run("confirm-code", wrong).status }
    #expect(statuses == [5, 5, 5, 5, 5])
    #expect(usher.run("confirm-code", code).status == 7)
    #expect(usher.run("confirm-code", code).status == 64)
  }

  @Test func aCodeIsGoodForItsOwnStepOnly() throws {
    let number = "+16505550123"
    let first = usher.run("verify-phone", number, "--as", "a", "--field", "pending.id").line
    let code = usher.code(for: number)
    let second = usher.run("verify-phone", "+16505550124", "--as", "b", "--field", "pending.id").line
    #expect(
      usher.run("confirm-code", code, "--pending", second).status
        == (code == usher.code(for: "+16505550124") ? 0 : 5))
    #expect(usher.run("confirm-code", code, "--pending", first).status == 0)
    #expect(usher.run("confirm-code", code, "--pending", first).status == 64)
  }

  @Test func twoPendingStepsHaveToBeToldApart() throws {
    try usher.signIn()
    usher.run("verify-phone", "+16505553434", "--json")
    usher.run("verify-phone", "--reauth", "--json")
    let ending = usher.run("confirm-code", "654321")
    #expect(ending.status == 64)
    #expect(ending.errors.contains("p2 (phone-signin), p3 (phone-reauth)"))
  }

  @Test func codesComeFromFilesCommandsAndPipes() throws {
    usher.home.write("654321\n", to: "code.txt")
    for way in [
      #"printf 654321 | usher confirm-code -"#, #"usher confirm-code --code-file code.txt"#,
      #"usher confirm-code --code-command 'cat code.txt'"#, "usher confirm-code 'Your code is 654321.'",
      "usher confirm-code '654 - 321'",
      #"usher confirm-code --code-file <(cat code.txt)"#,
    ] {
      usher.run("verify-phone", "+16505553434", "--json")
      let ending = usher.script(way)
      #expect(ending.status == 0, "\(way): \(ending.errors)")
      usher.run("signout")
    }
    usher.run("verify-phone", "+16505553434", "--json")
    #expect(usher.run("confirm-code", "-", input: "").status == 65)
    #expect(usher.run("confirm-code", "--code-command", "exit 3").status == 65)
  }

  @Test func theSecretOfASecondFactorComesThroughAPipe() {
    var usher = usher
    usher.environment["USHER_PASSWORD"] = "correct horse"
    let ending = usher.script(
      """
      set -e
      usher signup --email kim@example.com --quiet
      usher send-link --purpose verify-email --quiet
      usher local outbox --email kim@example.com --latest --field link | usher complete-link - --quiet
      usher mfa enroll totp --secret-file totp.txt --code-command 'usher mfa code --secret-file totp.txt' --quiet
      usher signin password --email kim@example.com --totp-secret-file <(cat totp.txt) \
        --field session.second_factor
      """)
    #expect(ending.output == "totp\n", "\(ending.errors)")
  }

  @Test func leavingNoTraceMeansNoState() throws {
    let result = usher.run("verify-phone", "+16505553434", "--no-store", "--json")
    let id = try #require(try result.result["pending", "verification_id"]?.string)
    #expect(usher.home.text(of: "config/state.json") == nil)
    #expect(usher.run("confirm-code", "654321", "--verification-id", id, "--no-store").status == 0)
    #expect(usher.home.text(of: "config/state.json") == nil)
    #expect(usher.run("whoami").status == 4)
  }
}

extension Usher {
  /// The same where the local server is named.
  var local: Usher {
    var copy = self
    copy.environment["USHER_ENDPOINT"] = "local"
    return copy
  }
}

extension StringProtocol {
  func text(after text: String) -> String? {
    firstRange(of: text).map { String(self[$0.upperBound...]) }
  }

  func text(before text: String) -> String? {
    firstRange(of: text).map { String(self[..<$0.lowerBound]) }
  }
}
