import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Sign-ins that a second factor finishes.
struct SecondFactorSignInTests {
  let tool = ToolHarness()

  private func choice(
    _ factors: String, command: String, kind: String = "mfa-signin", id: String, next: String,
    more: String = ""
  )
    -> JSONValue
  {
    json(
      """
      {"v":1,"command":"\(command)","status":"more_needed","profile":"local","endpoint":"local",
      "pending":{"id":"\(id)","kind":"\(kind)","session":"default","factors":[\(factors)],
      "expires_at":"\(tool.clock.now.addingTimeInterval(600).rfc3339)"},"next_step":\(next)\(more),"warnings":[]}
      """)
  }

  private func phone(_ id: String) -> String {
    """
    {"id":"\(id)","type":"phone","hint":"+1******3434","name":"work","enrolled_at":"2027-01-15T08:00:00Z"}
    """
  }

  private func app(_ id: String) -> String {
    """
    {"id":"\(id)","type":"totp","hint":null,"name":"Authenticator","enrolled_at":"2027-01-15T08:00:00Z"}
    """
  }

  @Test func aPasswordIsFollowedByAnSMS() {
    tool.signUpVerified()
    tool.enrollSMS(name: "work")
    let id = tool.factorIDs()[0]
    tool.run("signout")
    tool.clock.advance(120)
    let first = tool.firstFactor()
    #expect(first.status == 3)
    #expect(first.errors == "")
    #expect(
      first.json
        == choice(
          phone(id), command: "signin password", id: "p3",
          next: #"{"argv":["usher","mfa","challenge","\#(id)","--pending","p3"],"needs":[]}"#))
    #expect(tool.run("whoami").status == 4)
    let challenge = tool.run("mfa", "challenge", "--json")
    #expect(challenge.status == 0)
    #expect(
      challenge.steadyJSON
        == json(
          """
          {"v":1,"command":"mfa challenge","status":"pending","profile":"local","endpoint":"local","sent":true,
          "pending":{"id":"p3","kind":"mfa-signin","session":"default","phone":"+1******3434",
          "verification_id":"<verification_id>","factors":[\(phone(id))],
          "expires_at":"2027-01-15T08:12:00Z","resend_after":"2027-01-15T08:03:00Z"},
          "next_step":{"argv":["usher","confirm-code","--pending","p3"],"needs":["code"]},"warnings":[]}
          """))
    #expect(
      tool.run("confirm-code", "654321", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"confirm-code","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":"kim@example.com","email_verified":true,"phone":null,
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["password"],
          "provider_data":[{"provider":"password","id":"kim@example.com","email":"kim@example.com","phone":null,
          "display_name":null,"photo_url":null}],
          "mfa":[\(phone(id))],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:02:00Z"},
          "session":{"expires_at":"2027-01-15T09:02:00Z","signed_in_at":"2027-01-15T08:02:00Z",
          "sign_in_provider":"password","second_factor":"phone"},"created":false,"warnings":[]}
          """))
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aPersonReadsWhichFactorsThereAre() {
    tool.signUpVerified()
    tool.enrollSMS(name: "work")
    tool.enrollTOTP()
    let id = tool.factorIDs()[0]
    #expect(
      tool.run(
        "signin", "password", "--email", ToolHarness.email, "--password-stdin", input: ToolHarness.password)
        == .init(
          3,
          output: """
            This account needs a second factor:
              1) SMS to +1******3434 "work"
              2) authenticator app

            """, errors: "Next:\n  usher mfa challenge \(id) --pending p4\n"))
  }

  @Test func aLinkIsFollowedByAnAppsCode() {
    tool.signInByLink()
    tool.enrollTOTP()
    let id = tool.factorIDs()[0]
    tool.run("signout")
    tool.clock.advance(30)
    let first = tool.signInByLink()
    #expect(first.status == 3)
    #expect(
      first.json
        == choice(
          app(id), command: "complete-link", id: "p4",
          next: #"{"argv":["usher","confirm-code","--pending","p4"],"needs":["code"]}"#,
          more: #","continue_url":"https://demo-usher.firebaseapp.com/""#))
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
    #expect(tool.firebaseClaim("sign_in_second_factor") == "totp")
  }

  @Test func anIdentityIsFollowedByAnAppsCode() {
    let token = tool.identity(
      #"{"sub":"g1","email":"kim@example.com","email_verified":true}"#, named: "token")
    #expect(tool.run("signin", "idp", "google.com", "--id-token-file", token).status == 0)
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(30)
    let first = tool.run("signin", "idp", "google.com", "--id-token-file", token, "--json")
    #expect(first.status == 3)
    #expect(first.json?["pending"]?["factors"]?.array?.count == 1)
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
    #expect(tool.firebaseClaim("sign_in_provider") == "google.com")
    #expect(tool.firebaseClaim("sign_in_second_factor") == "totp")
  }

  @Test func reauthenticationWantsItToo() throws {
    tool.signUpVerified()
    tool.enrollTOTP()
    let uid = tool.uid()
    tool.clock.advance(400)
    let first = tool.run("reauth", "password", "--password-stdin", "--json", input: ToolHarness.password)
    #expect(first.status == 3)
    #expect(first.json?["pending"]?["kind"] == "mfa-reauth")
    #expect(tool.run("token", "--claims", "--field", "claims.auth_time").output == "1800000000\n")
    #expect(
      tool.run("confirm-code", tool.totpCode())
        == .init(0, output: "Re-authenticated as kim@example.com (uid \(uid ?? ""), local server).\n"))
    #expect(tool.run("token", "--claims", "--field", "claims.auth_time").output == "1800000400\n")
  }

  @Test func aReauthenticationIsNotFinishedForSomebodyElse() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.clock.advance(30)
    tool.run("reauth", "password", "--password-stdin", "--json", input: ToolHarness.password)
    tool.signInByLink("eve@example.com")
    let session = tool.run("session", "export", "-")
    #expect(tool.run("confirm-code", tool.totpCode()).status == 5)
    #expect(tool.run("session", "export", "-") == session)
  }

  @Test func bothFactorsTakeOneCommandAndTwoOfThemWithinHalfAMinute() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(30)
    for _ in 1...2 {
      let outcome = tool.firstFactor("--totp-secret-file", tool.totpFile)
      #expect(outcome.status == 0)
      #expect(outcome.json?["session"]?["second_factor"] == "totp")
    }
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func theCodeIsThatOfALocalServersOwnClock() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    tool.run("local", "clock", "+3h")
    #expect(tool.firstFactor("--totp-secret-file", tool.totpFile).status == 0)
  }

  @Test func aProgramMayAnswer() {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(30)
    let oathtool = "oathtool --totp -b --now='2027-01-15 08:00:30 UTC' $(cat \(tool.totpFile))"
    #expect(tool.firstFactor("--code-command", oathtool).status == 0)
    // The same for a phone, whose message is sent first.
    tool.enrollSMS(name: "work")
    tool.run("signout")
    #expect(tool.firstFactor("--factor", "work", "--code-command", "echo 654321").status == 0)
    #expect(tool.firebaseClaim("sign_in_second_factor") == "phone")
  }

  @Test func nothingNeedsToBeKeptForThat() throws {
    tool.signUpVerified()
    tool.enrollTOTP()
    tool.run("signout")
    tool.clock.advance(30)
    #expect(tool.firstFactor("--totp-secret-file", tool.totpFile, "--no-store").status == 0)
    #expect(tool.run("whoami").status == 4)
    let outcome = tool.firstFactor("--no-store")
    #expect(outcome.status == 3)
    #expect(outcome.json?["pending"] == .null)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aPersonChoosesAndIsAsked() {
    tool.signUpVerified()
    tool.enrollSMS(name: "work")
    tool.enrollTOTP(name: "pixel")
    let uid = tool.uid() ?? ""
    tool.run("signout")
    tool.clock.advance(60)
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), "3", "1", "000000", "654321"])
    let another = tool.clock.wallTime(in: 60)
    #expect(
      tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal)
        == .init(0, output: "Signed in as kim@example.com (uid \(uid), local server).\n"))
    let question = "Which one? [1]: "
    let ask = "6-digit code: "
    #expect(
      terminal.transcript == [
        "local server (no project configured)", "Type the password of kim@example.com.", "Password: ",
        "This account needs a second factor:", "  1) SMS to +1******3434 \"work\"",
        "  2) authenticator app \"pixel\"", question,
        "Type a number from 1 to 2.", question,
        "Code sent to +1******3434. You can ask for another after \(another).",
        "(local server, no phone rings: the code is 654321)",
        "Type r to get another code, or press Ctrl-C to finish later.", ask,
        "That code is not right. Check the latest message and try again.", ask,
      ])
  }

  @Test func theOnlyFactorIsNotChosen() {
    tool.signUpVerified()
    tool.enrollTOTP(name: "pixel")
    tool.clock.advance(30)
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .line(tool.totpCode())])
    #expect(tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal).status == 0)
    #expect(
      terminal.transcript.suffix(3) == [
        "This account needs a second factor: authenticator app \"pixel\".",
        "Type the code from your authenticator app, or press Ctrl-C to finish later.",
        "6-digit code of the app: ",
      ])
  }

  @Test func whoGoesAwayGoesOnLater() {
    tool.signUpVerified()
    tool.enrollSMS(name: "work")
    tool.enrollTOTP()
    tool.run("signout")
    let terminal = ScriptedTerminal(answers: [.line(ToolHarness.password), .failure(.interrupted)])
    #expect(
      tool.run("signin", "password", "--email", ToolHarness.email, terminal: terminal).status == 130)
    #expect(terminal.transcript.last == "Saved. To finish:\n  usher mfa challenge")
    let second = ScriptedTerminal(answers: ["1", .failure(.interrupted)])
    #expect(tool.run("mfa", "challenge", terminal: second).status == 130)
    #expect(second.transcript.last == "Saved. To finish:\n  usher confirm-code")
    #expect(tool.run("confirm-code", "654321").status == 0)
  }

  @Test func aNamedPhoneIsSentItsCodeBeforeAnybodyIsAskedForIt() {
    tool.signUpVerified()
    tool.enrollSMS(name: "work")
    tool.enrollTOTP()
    tool.firstFactor()
    let terminal = ScriptedTerminal(answers: ["654321"])
    #expect(tool.run("confirm-code", "--factor", "work", terminal: terminal).status == 0)
  }

  @Test(arguments: [true, false])
  func anEnrolledAccountTakesNoNumberAsAFirstFactor(isApp: Bool) {
    tool.signUpVerified()
    _ = isApp ? tool.enrollTOTP() : tool.enrollSMS()
    #expect(tool.run("link", "phone", ToolHarness.number).status == 0)
    let outcome = tool.run("confirm-code", tool.code(), "--json")
    #expect(outcome.status == 10)
    #expect(outcome.json?["error"]?["code"] == "auth/unsupported-first-factor")
    #expect(tool.run("whoami", "--field", "account.phone").output == "\n")
    #expect(tool.signIn(as: "other").json?["created"] == true)
  }
}
