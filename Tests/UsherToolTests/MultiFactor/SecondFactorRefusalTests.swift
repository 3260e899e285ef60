import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Second factors that the server refuses, and what becomes of the sign-in.
struct SecondFactorRefusalTests {
  let tool = ToolHarness()

  init() {
    tool.signUpVerified()
  }

  private func wrong(_ code: String) -> String { code == "000000" ? "000001" : "000000" }

  @Test func fiveWrongCodesOfAnSMSAndTheSixthTry() {
    tool.enrollSMS(ToolHarness.number, name: "work")
    let id = tool.factorIDs()[0]
    tool.clock.advance(60)
    tool.firstFactor()
    tool.run("mfa", "challenge")
    let wrong = wrong(tool.code())
    for left in ["4 tries are left", "3 tries are left", "2 tries are left", "1 try is left"] {
      #expect(
        tool.run("confirm-code", wrong)
          == .init(
            5,
            errors: "error: that code is not right; \(left)\n  Check the latest message and try again.\n"))
    }
    #expect(
      tool.run("confirm-code", wrong)
        == .init(
          5,
          errors: """
            error: that code is not right; no tries are left
              wait 30 s, then get a new code:
                usher mfa challenge \(id) --pending p3

            """))
    let sixth = tool.run("confirm-code", tool.code(), "--json")
    #expect(sixth.status == 7)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aNewCodeAfterFiveWrongOnesHasItsTriesAnew() {
    tool.enrollSMS(ToolHarness.number, name: "work")
    tool.clock.advance(60)
    tool.firstFactor()
    tool.run("mfa", "challenge")
    for _ in 1...5 { tool.run("confirm-code", wrong(tool.code())) }
    tool.clock.advance(60)
    #expect(tool.run("mfa", "challenge", "work", "--json").json?["sent"] == true)
    #expect(tool.run("confirm-code", wrong(tool.code())).errors.contains("4 tries are left"))
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func wrongCodesOfAnAppHoldItUp() {
    tool.enrollTOTP()
    tool.clock.advance(30)
    tool.firstFactor()
    let code = tool.totpCode()
    for left in ["4 tries are left", "3 tries are left", "2 tries are left", "1 try is left"] {
      #expect(
        tool.run("confirm-code", wrong(code))
          == .init(
            5,
            errors:
              "error: that code is not right; \(left)\n  Wait for the app's next code if it still shows this one: each code works once.\n"
          ))
    }
    #expect(
      tool.run("confirm-code", wrong(code)).errors
        == """
        error: that code is not right; no tries are left
          wait 30 s, then sign in again:  usher signin

        """)
    #expect(
      tool.run("confirm-code", code)
        == .init(
          7,
          errors: """
            error: too many attempts; try again in 30 s
              wait, then sign in again:  usher signin

            """))
    #expect(tool.run("whoami", "--field", "session.second_factor").output == "totp\n")
  }

  /// Google's code for it is that of a quota of SMS.
  @Test func tooManyCodesOfAnAppAreNoQuota() {
    tool.enrollTOTP()
    tool.clock.advance(30)
    let other = tool.firstFactor(as: "other").json?["pending"]?["id"]?.string ?? ""
    let own = tool.firstFactor().json?["pending"]?["id"]?.string ?? ""
    let code = tool.totpCode()
    for _ in 1...5 { tool.run("confirm-code", wrong(code), "--pending", own) }
    let error = tool.run("confirm-code", code, "--pending", own, "--json").json?["error"]
    #expect(error?["code"] == "auth/too-many-requests")
    #expect(error?["server_code"] == "QUOTA_EXCEEDED")
    // This step had no wrong code, but by then the app shows another one.
    #expect(
      tool.run("confirm-code", code, "--pending", other).errors
        == """
        error: too many attempts; try again in 30 s
          wait, then try again:  usher confirm-code --pending \(other) --as other

        """)
  }

  @Test func aCodeCountsOnce() {
    tool.enrollTOTP()
    tool.firstFactor(as: "other")
    // It finished the enrollment.
    let outcome = tool.run("confirm-code", tool.totpCode(), "--json", "--as", "other")
    #expect(outcome.status == 5)
    #expect(outcome.json?["error"]?["server_code"] == "INVALID_CODE")
    tool.clock.advance(30)
    #expect(tool.run("confirm-code", tool.totpCode(), "--as", "other").status == 0)
  }

  @Test func aCodeFromOutsideTheWindowIsWrong() {
    tool.enrollTOTP()
    tool.clock.advance(30)
    let old = tool.totpCode()
    tool.clock.advance(6 * 30)
    tool.firstFactor()
    #expect(tool.run("confirm-code", old).status == 5)
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
  }

  @Test func aFactorThatWasRemovedMeanwhileEndsTheSignIn() {
    tool.enrollTOTP(name: "pixel")
    tool.firstFactor(as: "other")
    tool.run("mfa", "unenroll", "pixel", "--yes")
    tool.clock.advance(30)
    let outcome = tool.run("confirm-code", tool.totpCode(), "--as", "other", "--json")
    #expect(outcome.status == 6)
    #expect(
      outcome.json?["error"]?["next_step"] == ["argv": ["usher", "signin", "--as", "other"], "needs": []])
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.signInByPassword(as: "other").status == 0)
  }

  @Test func aPhoneThatWasRemovedMeanwhileIsSentNothing() {
    tool.enrollSMS(ToolHarness.number, name: "work")
    tool.enrollTOTP()
    tool.clock.advance(60)
    tool.firstFactor(as: "other")
    tool.run("mfa", "unenroll", "work", "--yes")
    let messages = tool.sentMessages
    let outcome = tool.run("mfa", "challenge", "work", "--as", "other", "--json")
    #expect(outcome.status == 6)
    #expect(
      outcome.json?["error"]?["next_step"] == ["argv": ["usher", "signin", "--as", "other"], "needs": []])
    #expect(tool.sentMessages == messages)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func theFirstFactorCountsForTenMinutes() {
    tool.enrollSMS()
    tool.firstFactor()
    tool.clock.advance(599)
    #expect(tool.run("mfa", "challenge").status == 0)
    tool.clock.advance(2)
    let outcome = tool.run("confirm-code", "654321", "--json")
    #expect(outcome.status == 6)
    #expect(outcome.json?["error"]?["next_step"] == ["argv": ["usher", "signin"], "needs": []])
    tool.firstFactor()
    tool.clock.advance(601)
    let late = tool.run("mfa", "challenge", "--json")
    #expect(late.status == 6)
    #expect(late.json?["error"]?["next_step"] == ["argv": ["usher", "signin"], "needs": []])
  }

  @Test func anAppHasFiveMinutes() {
    tool.enrollTOTP()
    tool.firstFactor()
    tool.clock.advance(301)
    let outcome = tool.run("confirm-code", tool.totpCode(), "--json")
    #expect(outcome.status == 6)
    #expect(outcome.json?["error"]?["server_code"] == "TOTP_CHALLENGE_TIMEOUT")
    #expect(outcome.json?["error"]?["next_step"] == ["argv": ["usher", "signin"], "needs": []])
    #expect(tool.run("pending", "list").output == "")
  }

  @Test(arguments: ["12345", "1234567", "abcdef", "", "123456 123457"])
  func whatIsNoCodeCostsNoTry(_ code: String) throws {
    tool.enrollTOTP()
    tool.firstFactor()
    #expect(tool.run("confirm-code", code).status == 65)
    #expect(try tool.state.pending(PendingID(number: 3))?.step.wrongCodes == 0)
  }

  @Test func codesOfOtherScriptsAreTaken() {
    tool.enrollTOTP()
    tool.clock.advance(30)
    tool.firstFactor()
    let arabic = String(
      String.UnicodeScalarView(
        tool.totpCode().unicodeScalars.compactMap { Unicode.Scalar($0.value - 0x30 + 0x660) }))
    #expect(tool.run("confirm-code", arabic.prefix(3) + " " + arabic.suffix(3)).status == 0)
  }

  @Test func aNewSignInTakesThePlaceOfTheOneThatWaits() {
    tool.enrollTOTP()
    tool.firstFactor()
    tool.firstFactor()
    #expect(tool.run("pending", "list", "--json").json?["pending"]?.array?.count == 1)
  }

  @Test func secretsFilesThatDoNotFitAreExplained() {
    tool.enrollSMS()
    #expect(tool.firstFactor("--totp-secret-file", tool.file("GEZDGNBVGY3TQOJQ\n")).status == 64)
    #expect(tool.firstFactor("--totp-secret-file", tool.folder.path + "/none").status == 65)
    #expect(
      tool.firstFactor("--totp-secret-file", tool.file("GEZDGNBVGY3TQOJQ\n"), "--code-command", "echo 1")
        .status
        == 64)
  }
}
