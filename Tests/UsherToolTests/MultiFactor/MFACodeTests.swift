import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

@Suite struct MFACodeTests {
  private let tool = ToolHarness(isFirstRun: true)
  private var path: String { tool.folder.path + "/secret" }
  /// The secret of RFC 6238's vectors, whose codes here have two digits less.
  private let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

  init() {
    tool.folder.write(secret + "\n", to: "secret")
    // Nine seconds before the next code.
    tool.clock.advance(1_111_111_101 - tool.clock.now.timeIntervalSince1970)
  }

  @Test func theCurrentCodeIsPrintedBare() {
    #expect(tool.run("mfa", "code", "--secret-file", path) == .init(0, output: "081804\n"))
    tool.clock.advance(8.999)
    #expect(tool.run("mfa", "code", "--secret-file", path) == .init(0, output: "081804\n"))
    tool.clock.advance(0.001)
    #expect(tool.run("mfa", "code", "--secret-file", path) == .init(0, output: "050471\n"))
  }

  @Test func scriptsSeeHowLongItLasts() {
    tool.clock.advance(0.5)
    #expect(
      tool.run("mfa", "code", "--secret-file", path, "--json").json
        == json(
          """
          {"v":1,"command":"mfa code","status":"ok","profile":null,"endpoint":null,"code":"081804",
          "expires_at":"2005-03-18T01:58:30Z","valid_for":8,"warnings":[]}
          """))
    #expect(tool.run("mfa", "code", "--secret-file", path, "--field", "valid_for").output == "8\n")
  }

  @Test func theSecretComesFromStandardInputToo() {
    #expect(
      tool.run("mfa", "code", "--secret-file", "-", input: secret) == .init(0, output: "081804\n"))
    #expect(
      tool.run("mfa", "code", "--secret-file", "-")
        == .init(
          65,
          errors: """
            error: standard input is empty
              The file must contain the secret in Base32 on one line, an otpauth URL, or an app's export.

            """))
  }

  /// Its server would take no other.
  @Test func aSessionsCodeIsOfItsLocalServersClock() {
    tool.run("local", "clock", "+30s")
    #expect(tool.run("mfa", "code", "--secret-file", path).output == "081804\n")
    tool.signIn()
    #expect(tool.run("mfa", "code", "--secret-file", path).output == "050471\n")
    #expect(
      tool.run("mfa", "code", "--secret-file", path, "--json").json?["expires_at"] == "2005-03-18T01:59:00Z")
    tool.run("local", "clock", "reset")
    #expect(tool.run("mfa", "code", "--secret-file", path).output == "081804\n")
  }

  @Test func aFreshCodeIsWaitedFor() {
    let start = tool.clock.now
    #expect(
      tool.run("mfa", "code", "--secret-file", path, "--wait-fresh", "--json").json?["valid_for"] == 30)
    #expect(tool.clock.now.timeIntervalSince(start) == 9)
    // Nine seconds short, and then not short any more.
    tool.clock.advance(20)
    #expect(tool.run("mfa", "code", "--secret-file", path, "--wait-fresh").output == "050471\n")
    #expect(tool.clock.now.timeIntervalSince(start) == 29)
  }

  @Test func aClockThatIsSetBackMeanwhileIsFollowed() {
    var pauses = 0
    tool.onPause = { [tool] in
      pauses += 1
      if pauses == 1 { tool.clock.advance(-4) }
    }
    #expect(tool.run("mfa", "code", "--secret-file", path, "--wait-fresh").output == "050471\n")
    #expect(pauses == 2)
    tool.onPause = { [tool] in tool.clock.advance(-3600) }
    tool.clock.advance(22)
    // An hour ago there was a code, too, with half a minute left.
    #expect(
      tool.run("mfa", "code", "--secret-file", path, "--wait-fresh", "--json").json?["expires_at"]
        == "2005-03-18T00:59:30Z")
  }

  @Test func codesThatNeverLastSoLongAreWaitedForOnce() {
    tool.clock.advance(2)
    let url = "otpauth://totp/kim?secret=\(secret)&period=5"
    let start = tool.clock.now
    #expect(
      tool.run("mfa", "code", "--secret-file", "-", "--wait-fresh", "--field", "valid_for", input: url).output
        == "5\n")
    #expect(tool.clock.now.timeIntervalSince(start) == 2)
  }

  @Test func withoutAFileThereIsNoCode() {
    #expect(
      tool.run("mfa", "code")
        == .init(
          64,
          errors: """
            error: the secret is missing
            usage: usher mfa code [options]
              Name its file with --secret-file.

            """))
    #expect(tool.run("mfa", "code", "--secret-file", path + "-").status == 65)
  }

  @Test func nothingIsKept() {
    tool.run("mfa", "code", "--secret-file", path)
    #expect(tool.folder.names() == ["secret"])
  }
}
