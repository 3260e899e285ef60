import Essentials
import TestSupport
import Testing

@testable import UsherTool

/// Passwords and mails of an embedded server whose project requires reCAPTCHA Enterprise for them.
@Suite struct RecaptchaTokenTests {
  private let tool = ToolHarness()
  private static let email = "kim@example.com"
  private static let hint = """
      In a script, pass --recaptcha-token-file.
      At a terminal, run the command again and use the browser that opens.

    """

  init() throws {
    tool.folder.write("correct horse", to: "password")
    tool.folder.write("score=0.9\n", to: "token")
  }

  private var password: [String] { ["--password-file", tool.folder.path(of: "password")] }
  private var token: [String] { ["--recaptcha-token-file", tool.folder.path(of: "token")] }

  /// Each command, after what it needs, which needs no token.
  private static let commands: [(before: [[String]], words: [String], hasPassword: Bool)] = [
    ([], ["signup", email], true),
    ([["signup", email]], ["signin", "password", email], true),
    ([["signup", email]], ["reauth", "password"], true),
    ([["signin", "anonymous"]], ["link", "password", "--email", email], true),
    ([], ["send-link", email], false),
    ([["signin", "anonymous"]], ["link", "email-link", email], false),
    ([["signup", email]], ["send-link", email, "--purpose", "reset-password"], false),
  ]

  @Test(arguments: commands.indices)
  func aTokenInAFileIsSent(_ index: Int) throws {
    let (before, words, hasPassword) = Self.commands[index]
    for earlier in before {
      #expect(tool.run(earlier + (earlier[0] == "signup" ? password : [])).status == 0)
    }
    try tool.requireRecaptcha()
    let command = words + (hasPassword ? password : [])
    let refused = tool.run(command)
    #expect(refused == .init(11, errors: "error: the server requires a reCAPTCHA token\n" + Self.hint))
    #expect(tool.run(command + token).status == 0)
  }

  @Test func aScoreThatTheProjectBlocksIsExplained() throws {
    try tool.requireRecaptcha()
    tool.run(
      "project", "set", "recaptchaConfig.managedRules", #"[{"endScore":0.3,"action":"BLOCK"}]"#)
    tool.folder.write("score=0.2", to: "token")
    let refused = tool.run(["signup", Self.email] + password + token)
    #expect(
      refused
        == .init(
          11,
          errors: """
            error: the server did not accept the reCAPTCHA
              Try again from another browser or network.
              see which scores the project blocks:  usher project get recaptchaConfig

            """))
    tool.folder.write("action=getOobCode", to: "token")
    #expect(
      tool.run(["signup", Self.email] + password + token)
        == .init(11, errors: "error: the reCAPTCHA token is for another action\n" + Self.hint))
    tool.folder.write("score=0.4", to: "token")
    #expect(tool.run(["signup", Self.email] + password + token).status == 0)
  }

  @Test func whatASignInSendsBySMSMayHaveTheToken() throws {
    // The password needs none, and so the token is left for the second factor.
    tool.folder.write("score=0.9&action=signInWithPassword", to: "token")
    #expect(tool.run(["signup", Self.email] + password).status == 0)
    #expect(tool.run(["signin", "password", Self.email] + password + token).status == 0)
  }

  @Test func aPlannedRefusalIsMetByAnotherTry() {
    #expect(tool.run("local", "fail", "sendOobCode", "MISSING_RECAPTCHA_TOKEN").status == 0)
    #expect(tool.run("send-link", Self.email).status == 0)
    #expect(tool.sentMessages == 1)
    #expect(
      tool.run("local", "fail", "sendOobCode", "MISSING_RECAPTCHA_TOKEN", "--times", "2").status == 0)
    #expect(
      tool.run("send-link", "lee@example.com")
        == .init(11, errors: "error: the server requires a reCAPTCHA token\n" + Self.hint))
  }
}

extension ToolHarness {
  /// Has the embedded server's project require reCAPTCHA Enterprise for passwords and mails.
  func requireRecaptcha() throws {
    try #require(
      run("project", "set", "recaptchaConfig.emailPasswordEnforcementState", "ENFORCE").status == 0)
  }
}
