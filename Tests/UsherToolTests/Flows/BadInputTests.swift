import Essentials
import IdentityToolkit
import TestSupport
import Testing

/// Numbers and codes that are none.
struct BadInputTests {
  let tool = ToolHarness()

  @Test(arguments: [
    ("", "the phone number is empty"),
    ("  ", "the phone number is empty"),
    ("6505550123", "the phone number has no country code"),
    ("+06505550123", "the phone number has no country code"),
    ("+1650555", "the phone number is too short"),
    ("+1650555012345678", "the phone number is too long"),
    ("+1 650-5555", "the phone number is too short"),
    ("+999 650 555 343", "the phone number's country code does not exist"),
    ("+1650CALLME", "a phone number cannot contain 'C'"),
    ("+1650+5550123", "a phone number cannot contain '+'"),
  ])
  func aNumberIsRefusedBeforeAnythingIsSent(_ number: String, _ message: String) {
    let hint =
      message.contains("too ")
      ? "Check its digits." : "Include the country code, for example +1 650-555-3434."
    #expect(tool.run("verify-phone", number) == .init(65, errors: "error: \(message)\n  \(hint)\n"))
    #expect(tool.run("verify-phone", number, "--json").json?["error"]?["code"] == "auth/invalid-phone-number")
    #expect(tool.sentMessages == 0)
  }

  @Test(arguments: ["+49 (0)30 901820", "0049 (0) 30 901820"])
  func aZeroThatIsDialledWithinTheCountryIsNotSentTo(_ number: String) {
    #expect(
      tool.run("verify-phone", number)
        == .init(
          65,
          errors: """
            error: the 0 after +49 is not part of the international number
              Leave it out, as in +44 20 7946 0000.

            """))
    #expect(tool.sentMessages == 0)
  }

  @Test(arguments: [
    ("", "the code is empty"),
    (" \t", "the code is empty"),
    ("12345", "that code has 5 digits, not six"),
    ("1", "that code has 1 digit, not six"),
    ("1234567", "that code has 7 digits, not six"),
    ("abcdef", "this is not a code"),
    ("12345x", "this is not a code"),
    ("123456 or 654321", "there is more than one code in that text"),
  ])
  func aCodeIsRefusedBeforeItIsTried(_ code: String, _ message: String) throws {
    tool.run("verify-phone", ToolHarness.number)
    let state = try tool.state
    let hint = message.contains("six") ? "" : "  A code has six digits.\n"
    let refusal = ToolHarness.Outcome(65, errors: "error: \(message)\n\(hint)")
    #expect(tool.run("confirm-code", code) == refusal)
    #expect(tool.run("confirm-code", "-", input: code + "\n") == refusal)
    tool.folder.write(code + "\n", to: "code")
    #expect(tool.run("confirm-code", "--code-file", tool.folder.path + "/code") == refusal)
    #expect(
      tool.run("confirm-code", code, "--json").json?["error"]?["code"] == "auth/missing-verification-code")
    #expect(try tool.state == state)
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test(arguments: ["%", " % ", "G-%", "% is your verification code for demo-usher.", "%\r\n"])
  func aCodeMayBeWrittenAsItCame(_ form: String) {
    tool.run("verify-phone", ToolHarness.number)
    #expect(tool.run("confirm-code", form.replacing("%", with: tool.code())).status == 0)
  }

  @Test func aCodeMayBeInGroupsAndOtherDigits() {
    tool.run("verify-phone", "+16505553434")
    #expect(tool.run("confirm-code", "654-321").status == 0)
    tool.run("verify-phone", "+16505553434")
    #expect(tool.run("confirm-code", "٦٥٤ ３２１").status == 0)
  }

  @Test func aCodeThatIsNotThereIsNamed() {
    tool.run("verify-phone", ToolHarness.number)
    #expect(
      tool.run("confirm-code", "--code-file", "/nowhere")
        == .init(65, errors: "error: cannot read /nowhere (No such file or directory)\n"))
    #expect(
      tool.run("confirm-code", "--code-command", "exit 3")
        == .init(65, errors: "error: the program ended with status 3\n"))
    #expect(tool.run("confirm-code", "--code-command", "true").status == 65)
  }

  /// What comes after the first line fills a pipe, or does not come at all, and the program may not want to end.
  @Test(arguments: ["yes CODE", "echo CODE; exec sleep 3600", "trap '' TERM; echo CODE; exec sleep 3600"])
  func theFirstLineOfAProgramIsEnough(command: String) {
    tool.run("verify-phone", ToolHarness.number)
    let command = command.replacing("CODE", with: tool.code())
    #expect(tool.run("confirm-code", "--code-command", command).status == 0)
  }

  @Test(arguments: ["0", "0s", "0.0001"])
  func noTimeAtAllIsRefused(limit: String) {
    #expect(tool.run("verify-phone", ToolHarness.number, "--timeout", limit).status == 64)
    tool.environment["USHER_TIMEOUT"] = limit
    #expect(tool.run("verify-phone", ToolHarness.number).status == 78)
  }

  @Test func onlyOneCodeIsTaken() {
    tool.run("verify-phone", ToolHarness.number)
    #expect(
      tool.run("confirm-code", "123456", "--code-file", "-", input: "123456")
        == .init(
          64,
          errors: """
            error: there is more than one code
            usage: usher confirm-code [options] [CODE]
              Use one of CODE, --code-file and --code-command.

            """))
  }

  @Test func aMissingCodeNamesTheOption() {
    tool.run("verify-phone", ToolHarness.number)
    #expect(
      tool.run("confirm-code")
        == .init(
          64,
          errors: """
            error: the code is missing
            usage: usher confirm-code [options] [CODE]
              Pass it as CODE, with - on standard input, or with --code-file.

            """))
  }
}
