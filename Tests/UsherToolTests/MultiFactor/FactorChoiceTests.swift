import Essentials
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// Which of several second factors is meant.
struct FactorChoiceTests {
  let tool = ToolHarness()
  private let phones = ["+16505550123", "+16505560123"]

  /// Two phones whose masked numbers are the same, and an authenticator app.
  init() {
    tool.signUpVerified()
    tool.enrollSMS(phones[0], name: "work")
    tool.enrollSMS(phones[1], name: "home")
    tool.enrollTOTP(name: "2")
    tool.clock.advance(90)
  }

  private func challenged(_ word: String) -> JSONValue? {
    tool.firstFactor()
    return tool.run("mfa", "challenge", word, "--json").json?["pending"]?["phone"]
  }

  @Test func eachIsNamedByIdPrefixNameOrPlaceInTheList() {
    let ids = tool.factorIDs()
    #expect(ids.count == 3)
    let prefix = (1...36).map { String(ids[1].prefix($0)) }.first { prefix in
      ids.filter { $0.hasPrefix(prefix) }.count == 1 && Int(prefix) == nil
    }
    for (word, number) in [
      (ids[0], phones[0]), ("work", phones[0]), ("1", phones[0]), (prefix ?? "", phones[1]),
      ("home", phones[1]),
    ] {
      let before =
        tool.run("local", "outbox", "--phone", number, "--json").json?["messages"]?.array?.count ?? 0
      #expect(challenged(word) == "+1******0123", "\(word)")
      let after = tool.run("local", "outbox", "--phone", number, "--json").json?["messages"]?.array?.count
      #expect(after == before + 1, "\(word)")
      tool.clock.advance(60)
    }
    // A name comes before a place.
    tool.firstFactor()
    #expect(tool.run("mfa", "challenge", "2", "--json").json?["sent"] == false)
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
    #expect(tool.firebaseClaim("second_factor_identifier") == ids[2])
  }

  /// Another code is for the same factor.
  @Test func theNextStepAfterAWrongCodeNamesTheFactorAgain() throws {
    tool.firstFactor()
    let wrong = tool.run(
      "confirm-code", "--factor", "2", tool.totpCode() == "000000" ? "000001" : "000000", "--json")
    let next = try #require(wrong.json?["error"]?["next_step"]?["argv"]?.array).compactMap(\.string)
    #expect(next.suffix(2) == ["--factor", tool.factorIDs()[2]])
    #expect(tool.run(next.dropFirst() + [tool.totpCode()]).status == 0)
  }

  @Test func phonesWithTheSameMaskAreToldApartByTheirCodes() {
    let ids = tool.factorIDs()
    tool.firstFactor()
    tool.run("mfa", "challenge", "home")
    let code = tool.code(for: phones[1])
    #expect(tool.run("confirm-code", code).status == 0)
    #expect(tool.firebaseClaim("second_factor_identifier") == ids[1])
  }

  @Test func oneOfSeveralHasToBeNamed() {
    let ids = tool.factorIDs()
    tool.firstFactor()
    let list = "SMS to +1******0123 \"work\", SMS to +1******0123 \"home\", authenticator app \"2\""
    for command in [["mfa", "challenge"], ["confirm-code", "123456"]] {
      let outcome = tool.run(command)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix("error: the account has several second factors: \(list)\n"))
      #expect(outcome.errors.hasSuffix("  Name one by its id: \(ids.joined(separator: ", ")).\n"))
    }
  }

  @Test func aCodeOfAnotherFactorThanTheOneChallenged() {
    tool.firstFactor()
    tool.run("mfa", "challenge", "work")
    #expect(tool.run("confirm-code", "--factor", "2", tool.totpCode()).status == 0)
    #expect(tool.firebaseClaim("sign_in_second_factor") == "totp")
  }

  @Test func aPhoneThatWasSentNothingCannotAnswer() {
    let id = tool.factorIDs()[0]
    tool.firstFactor()
    #expect(
      tool.run("confirm-code", "--factor", "work", "123456")
        == .init(
          64,
          errors: """
            error: no code was sent to this second factor
              send one:
                usher mfa challenge \(id) --pending p5

            """))
  }

  @Test(arguments: [
    "nobody", "999", "-1", "", "99999999999999999999999", "\u{1B}[31m",
    String(repeating: "x", count: 10_000),
  ])
  func whatNamesNoFactorIsRefused(_ word: String) {
    tool.firstFactor()
    for command in [
      ["mfa", "challenge", "--", word], ["confirm-code", "123456", "--factor=" + word],
      ["mfa", "unenroll", "--yes", "--", word],
    ] {
      let outcome = tool.run(command)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("\u{1B}") == false)
      #expect(outcome.errors.utf8.count < 12_000)
    }
    #expect(tool.factorIDs().count == 3)
  }

  @Test func twoOfTheSameNameAreAmbiguous() {
    tool.run("mfa", "unenroll", "home", "--yes")
    tool.enrollSMS(phones[1], name: "work")
    let outcome = tool.run("mfa", "unenroll", "work", "--yes")
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("error: 'work' fits several second factors: "))
    #expect(tool.factorIDs().count == 3)
  }

  @Test func askingAgainWithinAMinuteSendsNothing() {
    tool.firstFactor()
    tool.run("mfa", "challenge", "work")
    let messages = tool.sentMessages
    #expect(tool.run("mfa", "challenge", "work", "--json").json?["sent"] == false)
    let early = tool.run("mfa", "challenge", "work", "--resend", "--json")
    #expect(early.status == 7)
    #expect(early.json?["error"]?["retry_after"] == 60)
    #expect(tool.sentMessages == messages)
    tool.clock.advance(60)
    #expect(tool.run("mfa", "challenge", "--resend", "--json").json?["sent"] == true)
    #expect(tool.run("confirm-code", tool.code(for: phones[0])).status == 0)
  }

  @Test func nothingToChallengeIsSaid() {
    #expect(
      tool.run("mfa", "challenge")
        == .init(
          64,
          errors: """
            error: no sign-in is waiting for a second factor
              start:  usher signin

            """))
    tool.run("verify-phone", ToolHarness.fictionalNumber, "--as", "other")
    #expect(tool.run("mfa", "challenge", "--pending", "p5", "--as", "other").status == 64)
  }
}
