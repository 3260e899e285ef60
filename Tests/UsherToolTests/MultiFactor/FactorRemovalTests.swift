import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Second factors that are taken off an account again.
struct FactorRemovalTests {
  let tool = ToolHarness()

  init() {
    tool.signInByLink()
  }

  @Test func aScriptConfirms() {
    tool.enrollTOTP(name: "pixel")
    #expect(
      tool.run("mfa", "unenroll", "pixel")
        == .init(
          64,
          errors: """
            error: this needs a confirmation, and usher cannot ask you
            usage: usher mfa unenroll [options] [FACTOR]
              Confirm it with --yes.

            """))
    #expect(tool.firebaseClaim("sign_in_second_factor") == "totp")
    #expect(
      tool.run("mfa", "unenroll", "pixel", "--yes")
        == .init(0, output: "Unenrolled authenticator app \"pixel\" from kim@example.com.\n"))
    #expect(tool.firebaseClaim("sign_in_second_factor") == nil)
    #expect(
      tool.run("mfa", "list")
        == .init(
          0, output: "kim@example.com has no second factor.\n", errors: "To enroll one:\n  usher mfa enroll\n"
        ))
    #expect(tool.run("whoami", "--json").json?["account"]?["mfa"] == [])
    #expect(tool.signInByLink().status == 0)
  }

  @Test func whoHasNoneIsToldSo() {
    #expect(
      tool.run("mfa", "unenroll", "1", "--yes")
        == .init(
          64,
          errors: """
            error: the account has no second factor
            usage: usher mfa unenroll [options] [FACTOR]
              enroll one:  usher mfa enroll

            """))
  }

  @Test func aPersonIsAsked() {
    tool.enrollTOTP(name: "pixel")
    let question =
      "Unenroll authenticator app \"pixel\" from kim@example.com? It is the last second factor: sign-ins will not "
      + "need one then. This ends the account's other sessions."
    let no = ScriptedTerminal(answers: [""])
    #expect(tool.run("mfa", "unenroll", "1", terminal: no).status == 1)
    #expect(no.transcript == [question, "Yes or no? [no]: "])
    #expect(tool.factorIDs().count == 1)
    let yes = ScriptedTerminal(answers: ["y"])
    #expect(tool.run("mfa", "unenroll", "1", terminal: yes).status == 0)
    #expect(tool.factorIDs().isEmpty)
  }

  @Test func whoNamesNoneIsAskedWhichOne() {
    tool.enrollTOTP(name: "pixel")
    #expect(
      tool.run("mfa", "unenroll")
        == .init(
          64,
          errors: """
            error: FACTOR is missing
            usage: usher mfa unenroll [options] [FACTOR]
              see the second factors:  usher mfa list

            """))
    let only = ScriptedTerminal(answers: ["n"])
    #expect(tool.run("mfa", "unenroll", terminal: only) == .init(1, errors: "Nothing was changed.\n"))
    #expect(only.transcript.first?.hasPrefix("Unenroll authenticator app \"pixel\" from") == true)
    tool.run("mfa", "enroll", "sms", ToolHarness.number, "--name", "work", "--json")
    tool.run("confirm-code", tool.code())
    let both = ScriptedTerminal(answers: ["2", "y"])
    #expect(tool.run("mfa", "unenroll", terminal: both).status == 0)
    #expect(both.transcript.first == "Which second factor?")
    #expect(tool.factorIDs().count == 1)
  }

  @Test func otherSessionsEnd() {
    tool.signInByLink(as: "other")
    tool.clock.advance(1)
    tool.enrollTOTP()
    tool.run("mfa", "unenroll", "1", "--yes")
    #expect(tool.run("token", "--refresh").status == 0)
    #expect(tool.run("token", "--refresh", "--as", "other").status == 4)
  }

  @Test func itWantsARecentSignIn() {
    tool.enrollTOTP()
    tool.clock.advance(3600)
    let outcome = tool.run("mfa", "unenroll", "1", "--yes", "--json")
    #expect(outcome.status == 8)
    #expect(outcome.json?["error"]?["next_step"] == ["argv": ["usher", "reauth"], "needs": []])
    #expect(tool.factorIDs().count == 1)
  }

  @Test func theOwnersMailTakesItOff() {
    tool.enrollTOTP()
    let link = tool.link()
    #expect(
      tool.run("complete-link", link)
        == .init(
          0,
          output:
            "The second factor is unenrolled. If you did not enroll it yourself, set a new password.\n",
          errors: "Your session here has ended. Sign in again.\n"))
    #expect(tool.run("complete-link", link).status == 6)
    #expect(tool.signInByLink().status == 0)
    #expect(tool.factorIDs().isEmpty)
  }

  @Test func aKindThatCameLaterIsListedAndMayBeRemoved() {
    tool.network = TransportStub(
      .json(
        #"""
        {"users":[{"localId":"u1","email":"kim@example.com","emailVerified":true,"mfaInfo":[
        {"mfaEnrollmentId":"f1","displayName":"palm\u001b[2J","palmInfo":{},"enrolledAt":"2027-01-15T08:00:00.000Z"},
        {"mfaEnrollmentId":"f2","phoneInfo":"+16505553434"}]}]}
        """#))
    tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:1"
    tool.environment["USHER_ID_TOKEN"] = TokenFixture.phone()
    #expect(
      tool.run("mfa", "list")
        == .init(
          0,
          output: """
            1) unsupported kind "palm[2J", enrolled 2027-01-15, id f1
            2) SMS to +1******3434, id f2

            """))
  }
}
