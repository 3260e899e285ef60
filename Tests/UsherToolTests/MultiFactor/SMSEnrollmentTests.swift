import Essentials
import Flows
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Phones that become second factors.
struct SMSEnrollmentTests {
  let tool = ToolHarness()
  private let number = ToolHarness.number

  @Test func anEnrollmentOfASessionFromAFileIsThatSessions() throws {
    tool.signUpVerified()
    tool.run("session", "export", tool.folder.path + "/kim.json")
    tool.run("signout")
    tool.signIn()
    tool.environment["USHER_SESSION_FILE"] = tool.folder.path + "/kim.json"
    #expect(tool.run("mfa", "enroll", "sms", ToolHarness.fictionalNumber, "--json").status == 0)
    #expect(tool.run("confirm-code", "654321", "--json").status == 0)
  }

  @Test func whoAsksForAnotherCodeTooSoonIsToldTheSameCommand() {
    tool.signUpVerified()
    tool.run("mfa", "enroll", "sms", number, "--no-wait")
    let soon = tool.run("mfa", "enroll", "sms", "--resend", "--json")
    #expect(soon.status == 7)
    #expect(
      soon.json?["error"]?["next_step"]?["argv"] == [
        "usher", "mfa", "enroll", "sms", .string(number), "--resend",
      ])
    tool.clock.advance(60)
    #expect(tool.run("mfa", "enroll", "sms", "--resend", "--json").json?["sent"] == true)
  }

  @Test func aChallengeThatIsAskedForTooSoonIsToldTheSameCommand() throws {
    tool.signUpVerified()
    tool.enrollSMS(number, name: "work")
    tool.clock.advance(60)
    tool.firstFactor()
    tool.run("mfa", "challenge", "--json")
    let soon = tool.run("mfa", "challenge", "--resend", "--json")
    #expect(soon.status == 7)
    let argv = try #require(soon.json?["error"]?["next_step"]?["argv"]?.array)
    #expect(argv.prefix(3) == ["usher", "mfa", "challenge"])
    #expect(argv.last == "--resend")
    tool.clock.advance(60)
    #expect(tool.run(argv.dropFirst().compactMap(\.string)).status == 0)
  }

  @Test func aScriptEnrolsInTwoCommands() {
    tool.signInByLink()
    tool.clock.advance(1)
    let begun = tool.run("mfa", "enroll", "sms", number, "--name", "work", "--json")
    #expect(
      begun.steadyJSON
        == json(
          """
          {"v":1,"command":"mfa enroll sms","status":"pending","profile":"local","endpoint":"local","sent":true,
          "pending":{"id":"p2","kind":"mfa-enroll-sms","session":"default","phone":"\(number)",
          "verification_id":"<verification_id>","expires_at":"2027-01-15T08:10:01Z",
          "resend_after":"2027-01-15T08:01:01Z"},
          "next_step":{"argv":["usher","confirm-code","--pending","p2"],"needs":["code"]},"warnings":[]}
          """))
    #expect(begun.status == 0)
    #expect(tool.firebaseClaim("sign_in_second_factor") == nil)
    let done = tool.run("confirm-code", tool.code(), "--json")
    #expect(done.status == 0)
    let id = tool.factorIDs().first ?? ""
    #expect(
      done.steadyJSON
        == json(
          """
          {"v":1,"command":"confirm-code","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":"kim@example.com","email_verified":true,"phone":null,
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["password"],
          "provider_data":[{"provider":"password","id":"kim@example.com","email":"kim@example.com","phone":null,
          "display_name":null,"photo_url":null}],
          "mfa":[{"id":"\(id)","type":"phone","hint":"+1******0123","name":"work",
          "enrolled_at":"2027-01-15T08:00:01Z"}],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:01Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"password","second_factor":"phone"},"warnings":[]}
          """))
    #expect(tool.firebaseClaim("sign_in_second_factor") == "phone")
    #expect(tool.firebaseClaim("second_factor_identifier") == id)
    #expect(tool.run("pending", "list").output == "")
    #expect(
      tool.run("mfa", "list")
        == .init(0, output: "1) SMS to +1******0123 \"work\", enrolled 2027-01-15, id \(id)\n"))
  }

  @Test func peopleAreToldTheSame() {
    tool.signInByLink()
    let another = tool.clock.wallTime(in: 60)
    #expect(
      tool.run("mfa", "enroll", "sms", number)
        == .init(
          0, output: "Code sent to \(number). You can ask for another after \(another).\n",
          errors: "To finish:\n  usher confirm-code\n"))
    #expect(
      tool.run("confirm-code", tool.code())
        == .init(0, output: "Enrolled \"+1******0123\" as a second factor of kim@example.com.\n"))
  }

  @Test func aFictionalNumberNeedsNoMessage() {
    tool.signInByLink()
    let messages = tool.sentMessages
    #expect(
      tool.run("mfa", "enroll", "sms", ToolHarness.fictionalNumber, "--code-file", tool.file("654321\n"))
        .status
        == 0)
    // The mail that tells the owner of the account.
    #expect(tool.sentMessages == messages.map { $0 + 1 })
    #expect(tool.firebaseClaim("sign_in_second_factor") == "phone")
  }

  @Test func aPersonIsAskedForNumberAndCode() {
    tool.signInByLink()
    let terminal = ScriptedTerminal(answers: ["6505550123", .line(number), .wrongCode, "r", .shownCode])
    let another = tool.clock.wallTime(in: 60)
    #expect(
      tool.run("mfa", "enroll", "sms", "--name", "work", terminal: terminal)
        == .init(0, output: "Enrolled \"work\" as a second factor of kim@example.com.\n"))
    let code = tool.code()
    let (ask, askNumber) = ("6-digit code: ", "Phone number: ")
    #expect(
      terminal.transcript == [
        "With country code, such as +1 650-555-3434. An SMS will be sent; standard rates may apply.",
        askNumber,
        "The phone number has no country code. Include the country code, for example +1 650-555-3434.",
        askNumber, "Code sent to \(number). You can ask for another after \(another).",
        "(local server, no phone rings: the code is \(code))",
        "Type r to get another code, or press Ctrl-C to finish later.", ask,
        "That code is not right; 4 tries are left. Check the latest message and try again.", ask,
        "A code was sent a moment ago; you can get another in 60 s.", ask,
      ])
  }

  @Test func whoGoesAwayFinishesLater() {
    tool.signInByLink()
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    #expect(tool.run("mfa", "enroll", "sms", number, terminal: terminal).status == 130)
    #expect(terminal.transcript.last == "Saved. To finish:\n  usher confirm-code")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func askingAgainWithinAMinuteSendsNothing() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number)
    let messages = tool.sentMessages
    let again = tool.run("mfa", "enroll", "sms", number, "--json")
    #expect(again.json?["sent"] == false)
    #expect(again.json?["pending"]?["id"] == "p2")
    #expect(tool.run("mfa", "enroll", "sms", "--resend").status == 7)
    #expect(tool.sentMessages == messages)
    tool.clock.advance(60)
    // The number and the name are remembered.
    #expect(tool.run("mfa", "enroll", "sms", "--resend", "--json").json?["pending"]?["id"] == "p3")
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func anotherSendingKeepsTheName() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number, "--name", "work")
    tool.clock.advance(60)
    tool.run("mfa", "enroll", "sms", "--resend")
    #expect(
      tool.run("confirm-code", tool.code(), "--json").json?["account"]?["mfa"]?.array?.first?["name"]
        == "work")
  }

  @Test func fiveWrongCodesEndItAndTheSixthTryIsTooMany() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number)
    let code = tool.code()
    let wrong = code == "111111" ? "222222" : "111111"
    for left in ["4 tries are", "3 tries are", "2 tries are", "1 try is"] {
      let outcome = tool.run("confirm-code", wrong)
      #expect(outcome.status == 5)
      #expect(outcome.errors.hasPrefix("error: that code is not right; \(left) left\n"))
    }
    #expect(
      tool.run("confirm-code", wrong).errors
        == """
        error: that code is not right; no tries are left
          wait 30 s, then get a new code:  usher mfa enroll sms --resend

        """)
    let sixth = tool.run("confirm-code", code, "--json")
    #expect(sixth.status == 7)
    #expect(sixth.json?["error"]?["next_step"] == ["argv": ["usher", "mfa", "enroll", "sms"], "needs": []])
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.run("mfa", "list").output == "kim@example.com has no second factor.\n")
  }

  @Test func anEnrollmentIsNotFinishedTwice() throws {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number)
    let kept = try tool.state
    let code = tool.code()
    #expect(tool.run("confirm-code", code).status == 0)
    #expect(tool.run("confirm-code", code).status == 64)
    let factors = tool.factorIDs()
    // Another process that had read the step before finds that it is done.
    try tool.putBack(kept)
    #expect(tool.run("confirm-code", code).status == 0)
    #expect(tool.factorIDs() == factors && factors.count == 1)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func whoIsSignedInMeanwhileIsNotGivenTheFactor() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number)
    let code = tool.code()
    tool.signInByLink("eve@example.com")
    let outcome = tool.run("confirm-code", code, "--json")
    #expect(outcome.status == 5)
    #expect(outcome.json?["error"]?["code"] == "auth/user-mismatch")
    #expect(tool.factorIDs() == [])
    // The same person after another sign-in may finish.
    tool.signInByLink()
    #expect(tool.run("confirm-code", code).status == 0)
  }

  @Test func enrollingAPhoneEndsOtherSessions() {
    tool.signInByLink(as: "other")
    tool.signInByLink()
    tool.clock.advance(1)
    tool.enrollSMS()
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(tool.run("token", "--refresh", "--as", "other").status == 4)
  }

  @Test func withoutAStoreOneCommandHasToDoIt() {
    tool.signInByLink()
    #expect(tool.run("mfa", "enroll", "sms", number, "--no-store").status == 64)
    #expect(tool.code() == "")
  }

  @Test(arguments: ["654 321", "６５４３２１", "٦٥٤٣٢١", "654-321", "Your code is 654321."])
  func codesAreTakenAsTheyAreWritten(_ code: String) {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", ToolHarness.fictionalNumber)
    #expect(tool.run("confirm-code", code).status == 0)
  }

  @Test(arguments: ["6543210", "abcdef", "65432", "", "654321 654322"])
  func whatIsNoCodeCostsNoTry(_ code: String) throws {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", ToolHarness.fictionalNumber)
    #expect(tool.run("confirm-code", code).status == 65)
    #expect(try tool.state.pending(PendingID(number: 2))?.step.wrongCodes == 0)
  }

  @Test func itsCodeIsForNothingElse() {
    tool.signInByLink()
    tool.run("mfa", "enroll", "sms", number)
    tool.run("verify-phone", number, "--as", "other")
    #expect(tool.run("confirm-code", tool.code(), "--as", "other").status == 0)
    #expect(tool.run("whoami", "--field", "account.phone", "--as", "other").output == number + "\n")
  }
}
