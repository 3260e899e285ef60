import AuthClient
import Essentials
import Flows
import IdentityToolkit
import LibC
import TestSupport
import Testing
import UsherTool

/// `token --format`: the token as other programs read it.
struct TokenFormatTests {
  let tool = ToolHarness()
  private let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()

  init() {
    tool.signIn()
  }

  private var saved: String {
    get throws { try tool.state[key]?.tokens.idToken.text ?? "" }
  }

  private func print(_ form: String, _ more: String...) -> ToolHarness.Outcome {
    tool.run(["token", "--format", form] + more)
  }

  @Test func formsForProgramsArePrinted() throws {
    let token = try saved
    #expect(print("curl") == .init(0, output: "header = \"Authorization: Bearer \(token)\"\n"))
    #expect(print("env") == .init(0, output: "export FIREBASE_ID_TOKEN='\(token)'\n"))
    #expect(print("dotenv") == .init(0, output: "FIREBASE_ID_TOKEN=\(token)\n"))
  }

  @Test func kubectlsFormSaysWhenTheTokenExpires() throws {
    let credential =
      #"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":"#
      + #"{"expirationTimestamp":"2027-01-15T09:00:00Z","token":""# + (try saved) + #""}}"# + "\n"
    #expect(print("exec-credential") == .init(0, output: credential))
    // kubectl reads this form whatever else is set.
    tool.environment["USHER_OUTPUT"] = "json"
    #expect(print("exec-credential") == .init(0, output: credential))
    #expect(tool.run("token", "-H").output == "Authorization: Bearer \(try saved)\n")
    #expect(print("raw").json?["token"] == .string(try saved))
  }

  @Test func aWorkflowsStepHidesTheTokenFirstAndThenSetsItsOutput() throws {
    tool.environment["GITHUB_OUTPUT"] = tool.file("before=1\n", named: "outputs")
    #expect(print("github", "--quiet") == .init(0, output: "::add-mask::\(try saved)\n"))
    #expect(tool.folder.text(of: "outputs") == "before=1\ntoken=\(try saved)\n")
  }

  @Test func aTokenThatCouldNotBeHiddenIsNoOutput() throws {
    tool.environment["GITHUB_OUTPUT"] = tool.file("", named: "outputs")
    #expect(tool.run(["token", "--format", "github"], outputTo: "/dev/full").status == 74)
    #expect(tool.folder.text(of: "outputs") == "")
  }

  @Test func outsideOfAWorkflowNothingIsPrinted() {
    #expect(
      print("github")
        == .init(
          64,
          errors: """
            error: GITHUB_OUTPUT is not set: this is not a step of a GitHub workflow
            usage: usher token [options]
              print a line for a shell:  usher token --format env

            """))
    tool.environment["GITHUB_OUTPUT"] = "/nowhere/outputs"
    #expect(print("github").status == 73)
  }

  @Test(arguments: ["header", "curl", "env", "dotenv", "exec-credential"])
  func aFormOfItsOwnExcludesOthers(_ form: String) {
    for words in [["--json"], ["--field", "uid"], ["--claims"]] {
      let outcome = tool.run(["token", "--format", form] + words)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(words)")
    }
    #expect(tool.run("token", "-H", "--format", form).status == (form == "header" ? 0 : 64))
  }

  @Test func curlAndAShellReadTheirForms() throws {
    let token = try saved
    let header = try Program("curl", "-sS", "-K", "-", "file:///dev/null").run(input: print("curl").output)
    #expect(header == "")
    let shell = try Program("sh").run(
      input: print("env").output + #"sh -c 'printf %s "$FIREBASE_ID_TOKEN"'"# + "\n")
    #expect(shell == token)
  }
}
