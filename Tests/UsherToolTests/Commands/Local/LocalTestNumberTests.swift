import IdentityToolkit
import TestSupport
import Testing

struct LocalTestNumberTests {
  let tool = ToolHarness()

  private func add(_ number: String, _ code: String, _ words: String...) -> ToolHarness.Outcome {
    tool.run(["local", "test-number", "add", number, code] + words)
  }

  @Test func aNumberIsAddedUsedListedAndRemoved() {
    #expect(add("+1 650-555-0100", "482913") == .init(0, output: "Added +16505550100.\n"))
    #expect(
      tool.run("local", "test-number", "list")
        == .init(0, output: "+16505550100  482913\n+16505553434  654321\n"))
    #expect(tool.run("verify-phone", "+16505550100", "--code-command", "echo 482913").status == 0)
    #expect(tool.sentMessages == 0)
    #expect(
      tool.run("local", "test-number", "remove", "+16505550100")
        == .init(0, output: "Removed +16505550100.\n"))
    #expect(
      tool.run("local", "test-number", "list", "--json").json
        == json(
          """
          {"v":1,"command":"project test-number list","status":"ok","profile":"local","endpoint":"local",
          "numbers":[{"number":"+16505553434","code":"654321"}],"warnings":[]}
          """))
  }

  @Test func aCodeMayComeOnStandardInputAndBeChanged() {
    #expect(
      tool.run("local", "test-number", "add", "+16505550100", "-", input: "482913\n").status == 0)
    #expect(add("+16505550100", "731852").status == 0)
    #expect(
      tool.run("local", "test-number", "list").output == "+16505550100  731852\n+16505553434  654321\n")
  }

  @Test func tenBesidesTheBuiltInOneAreTheLimit() {
    for digit in 0...9 { #expect(add("+1650555010\(digit)", "482913").status == 0) }
    let outcome = add("+16505550110", "482913")
    #expect(
      outcome.errors == """
        error: the project cannot have more fictional numbers (A project has at most 10 of them.)
          remove one:  usher project test-number remove NUMBER

        """)
    #expect(tool.run("local", "test-number", "list").lines.count == 11)
    #expect(add("+16505550109", "731852").status == 0)
    #expect(outcome.status == 9)
  }

  @Test func anOrdinaryAccountsNumberIsRefused() {
    tool.signIn()
    let outcome = add(ToolHarness.number, "482913")
    #expect(
      outcome.errors == """
        error: an account has this number, so it cannot be a fictional one (+16505550123 is the number of an account.)
          Use a number that no account has.

        """)
    #expect(tool.run("local", "test-number", "list").lines.count == 1)
    #expect(outcome.status == 9)
  }

  @Test(arguments: ["000000", "123456", "654321", "777777", "987654"])
  func aGuessableCodeIsWarnedAbout(_ code: String) {
    let warning = "+16505550100 has a code that is easy to guess"
    #expect(
      add("+16505550100", code) == .init(0, output: "Added +16505550100.\n", errors: "warning: \(warning)\n"))
    #expect(
      add("+16505550100", code, "--json").json
        == json(
          """
          {"v":1,"command":"project test-number add","status":"ok","profile":"local","endpoint":"local",
          "number":"+16505550100","warnings":["\(warning)"]}
          """))
    #expect(add("+16505550100", code, "--json").errors == "")
  }

  @Test(arguments: [
    ("6505550100", "482913"), ("+16505550100", "12345"), ("+16505550100", "abcdef"), ("", "482913"),
  ])
  func whatIsNoNumberOrCodeIsRefused(_ number: String, _ code: String) {
    #expect(add(number, code).status == 65)
    #expect(tool.run("local", "test-number", "list").lines.count == 1)
  }

  @Test func anUnknownNumberIsNotRemoved() {
    #expect(
      tool.run("local", "test-number", "remove", "+16505550100")
        == .init(
          65,
          errors: """
            error: +16505550100 is not a fictional number here
              see the numbers:  usher project test-number list

            """))
  }
}
