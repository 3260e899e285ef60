import Essentials
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Sign-in links that are finished, however they come.
struct LinkCompletionTests {
  let tool = ToolHarness()

  /// A fresh link to the usual address.
  private func sentLink(_ options: String...) -> String {
    tool.run(["send-link", ToolHarness.email] + options)
    return tool.link()
  }

  @Test func whatCannotAnswerForASecondFactorIsRefusedBeforeTheLinkIsUsed() {
    tool.run("send-link", ToolHarness.email)
    let link = tool.link()
    #expect(tool.run("complete-link", link, "--totp-secret-file", "/nowhere").status != 0)
    #expect(tool.run("complete-link", link).status == 0)
  }

  @Test func theRememberedAddressSignsIn() throws {
    let outcome = tool.run("complete-link", sentLink(), "--json")
    #expect(
      outcome.steadyJSON
        == json(
          """
          {"v":1,"command":"complete-link","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":"kim@example.com","email_verified":true,"phone":null,
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["password"],
          "provider_data":[{"provider":"password","id":"kim@example.com","email":"kim@example.com","phone":null,
          "display_name":null,"photo_url":null}],"mfa":[],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:00:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"password","second_factor":null},"created":true,
          "continue_url":"https://demo-usher.firebaseapp.com/","warnings":[]}
          """))
    #expect(tool.run("pending", "list").output == "")
    #expect(tool.run("whoami", "--field", "account.email").output == "kim@example.com\n")
  }

  @Test(arguments: ["?cart=7&step=2", "?cart=7#top", "?", "#top", ""])
  func whereTheLinkLeadsOnToIsGivenBack(_ rest: String) {
    let url = "https://demo-usher.web.app/shop" + rest
    tool.run("complete-link", sentLink("--continue-url", url))
    let link = sentLink("--reauth", "--resend", "--continue-url", url)
    #expect(tool.run("complete-link", link, "--field", "continue_url") == .init(0, output: url + "\n"))
  }

  @Test func aLinkPastedAgainIsSaidToBeUsed() throws {
    let link = sentLink()
    tool.run("complete-link", link)
    let state = try tool.state
    let used = ToolHarness.Outcome(
      6,
      errors: """
        error: this link was already used or has expired
          Mail scanners sometimes open links first.
          get a new one:  usher send-link EMAIL --resend

        """)
    #expect(tool.run("complete-link", link) == used)
    // Nobody is asked for an address that could not help.
    #expect(tool.run("complete-link", link, terminal: ScriptedTerminal()).status == 6)
    #expect(try tool.state == state)
  }

  @Test func aUsedLinkIsNotSaidToBeOfWhoIsSignedIn() {
    let link = sentLink("--as", "kim")
    #expect(tool.run("complete-link", link, "--as", "kim").status == 0)
    tool.signUp("lee@example.com")
    #expect(
      tool.run("complete-link", link).errors.hasSuffix("  get a new one:  usher send-link EMAIL --resend\n"))
  }

  @Test func aGoodLinkOfAnUnknownAddressWantsIt() {
    let link = sentLink("--no-store")
    #expect(tool.run("complete-link", link).status == 64)
    #expect(tool.run("complete-link", link, "--email", ToolHarness.email).status == 0)
  }

  @Test func aPersonIsToldWhoSignedIn() {
    let outcome = tool.run("complete-link", sentLink())
    #expect(
      outcome == .init(0, output: "Signed in as kim@example.com (uid \(tool.uid() ?? ""), local server).\n"))
  }

  private static let forms: [@Sendable (String) -> String] = [
    { $0 }, { "  \($0)\n" }, { "<\($0)>" }, { $0.replacing("&", with: "&amp;") },
    { "Hello,\n\nFollow this link:\n\n\($0)\n\nThanks,\nYour team\n" },
    { "<a href=\"\($0.replacing("&", with: "&amp;"))\">Sign in</a>" },
    { "https://demo-usher.firebaseapp.com/__/auth/links?link=\(escaped($0))" },
    { "https://demo-usher.web.app/app?deep_link_id=\(escaped($0))" },
    {
      "https://demo-usher.firebaseapp.com/__/auth/links?link="
        + escaped("https://demo-usher.web.app/app?deep_link_id=\(escaped($0))")
    },
    { quotedPrintable($0) },
  ]

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber)
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func quotedPrintable(_ link: String) -> String {
    let text = Array(link.replacing("=", with: "=3D"))
    var lines: [String] = []
    var line = ""
    for character in text {
      line.append(character)
      if line.count >= 70, !line.suffix(2).contains("=") {
        lines.append(line + "=")
        line = ""
      }
    }
    return "Content-Transfer-Encoding: quoted-printable\n\n" + (lines + [line]).joined(separator: "\r\n")
  }

  @Test(arguments: forms.indices)
  func everyFormIsUnderstood(_ index: Int) {
    let text = Self.forms[index](sentLink())
    let outcome = tool.run("complete-link", "-", input: text)
    #expect(outcome.status == 0, "\(text): \(outcome.errors)")
  }

  @Test func theLinkMayComeFromACommand() {
    let path = tool.file(sentLink() + "\nand more\n", named: "link")
    #expect(tool.run("complete-link", "--link-command", "cat \(path)").status == 0)
  }

  @Test func aCommandThatFailsIsNamed() {
    tool.run("send-link", ToolHarness.email)
    #expect(tool.run("complete-link", "--link-command", "exit 3").status == 65)
    #expect(tool.run("complete-link", "--link-command", "true").status == 65)
    #expect(tool.run("complete-link", tool.link(), "--link-command", "true").status == 64)
    #expect(tool.run("complete-link", tool.link()).status == 0)
  }

  @Test func somebodyAtATerminalIsAskedForTheLink() {
    let link = sentLink()
    let terminal = ScriptedTerminal(answers: ["", "hello", .line(link)])
    #expect(tool.run("complete-link", terminal: terminal).status == 0)
    #expect(
      terminal.transcript == [
        "Link from the mail: ", "The link is empty. Paste the whole link from the mail.",
        "Link from the mail: ",
        "This is not a link. Paste the whole link from the mail.", "Link from the mail: ",
      ])
  }

  @Test func theEndOfInputAtThePromptKeepsTheStep() {
    let link = sentLink()
    let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
    #expect(tool.run("complete-link", terminal: terminal).status == 66)
    #expect(tool.run("complete-link", link).status == 0)
  }

  @Test func elsewhereTheAddressIsAskedFor() {
    let link = sentLink("--no-store")
    let terminal = ScriptedTerminal(answers: ["kim@example", "kim@example.com"])
    #expect(tool.run("complete-link", link, terminal: terminal).status == 0)
    #expect(
      terminal.transcript.prefix(2) + terminal.transcript.suffix(1)
        == ["Type the address that the link was sent to.", "E-mail address: ", "E-mail address: "])
  }

  @Test func elsewhereAWrongAddressIsAskedForAgain() {
    let link = sentLink("--no-store")
    let terminal = ScriptedTerminal(answers: ["sam@example.com", "kim@example.com"])
    #expect(tool.run("complete-link", link, terminal: terminal).status == 0)
    #expect(
      terminal.transcript == [
        "Type the address that the link was sent to.", "E-mail address: ",
        "The link was sent to another address.", "Type the address that the link was sent to.",
        "E-mail address: ",
      ])
  }

  @Test func elsewhereAScriptHasToNameTheAddress() {
    let link = sentLink("--no-store")
    #expect(
      tool.run("complete-link", link)
        == .init(
          64,
          errors: """
            error: usher does not know the address that this link was sent to
            usage: usher complete-link [options] [LINK]
              Name it with --email.

            """))
    #expect(tool.run("complete-link", link, "--email", "KIM@example.com").status == 0)
  }

  @Test func aStepCanBeNamed() {
    tool.run("send-link", "lee@example.com")
    tool.run("verify-phone", ToolHarness.number)
    let ids = tool.run("pending", "list", "--json").json?["pending"]?.array ?? []
    #expect(ids.map { $0["kind"] } == ["email-link-signin", "phone-signin"])
    let link = tool.link(to: "lee@example.com")
    #expect(tool.run("complete-link", link, "--pending", "p2").errors.contains("confirm-code --pending p2"))
    #expect(tool.run("complete-link", link, "--pending", "p9").status == 64)
    #expect(tool.run("complete-link", link, "--pending", "p1").status == 0)
    #expect(tool.run("confirm-code", tool.code()).status == 0)
  }

  @Test func aWrongAddressLeavesTheLinkUsable() throws {
    let link = sentLink()
    let state = try tool.state
    #expect(
      tool.run("complete-link", link, "--email", "eve@example.com")
        == .init(
          5,
          errors: """
            error: the link was sent to another address
              Name that address with --email: the link is still valid.

            """))
    #expect(
      tool.run("complete-link", link, "--email", "eve@example.com", "--json").json?["error"]?["code"]
        == "auth/invalid-email")
    #expect(try tool.state == state)
    #expect(tool.run("complete-link", link).status == 0)
  }

  @Test func howToAskForAnotherNamesPurposeAddressAndSession() {
    func next(_ words: String...) -> JSONValue? {
      _ = tool.run(["send-link"] + words)
      tool.clock.advance(4 * 86_400)
      let words = words.contains("--as") ? ["--as", "other"] : []
      return tool.run(["complete-link", tool.link(), "--json"] + words, input: "").json?["error"]?[
        "next_step"]?[
          "argv"]
    }
    tool.signUp()
    #expect(
      next(ToolHarness.email, "--as", "other")
        == ["usher", "send-link", "kim@example.com", "--resend", "--as", "other"])
    #expect(
      next(ToolHarness.email, "--purpose", "reset-password")
        == ["usher", "send-link", "kim@example.com", "--purpose", "reset-password", "--resend"])
    #expect(
      next("--purpose", "verify-email") == ["usher", "send-link", "--purpose", "verify-email", "--resend"])
    #expect(
      next(ToolHarness.email, "--reauth") == [
        "usher", "send-link", "kim@example.com", "--reauth", "--resend",
      ])
  }

  @Test func theLinkOfAnotherSessionFinishesThere() {
    tool.signUp()
    tool.run("send-link", ToolHarness.email, "--as", "other")
    #expect(tool.run("complete-link", tool.link(), "--field", "account.email").output == "kim@example.com\n")
    #expect(tool.run("whoami", "--as", "other").status == 0)
    #expect(tool.run("whoami", "--field", "session.sign_in_provider").output == "password\n")
  }

  @Test func aLinkForAnotherAddressReplacesNobody() throws {
    tool.run("signin", "anonymous", "--as", "bob")
    tool.run("send-link", "bob@example.com", "--as", "bob", "--link")
    tool.run("send-link", "bob@example.com", "--as", "bob")
    tool.run("send-link", ToolHarness.email, "--as", "third")
    let link = tool.link()
    tool.run("pending", "drop", "p3")
    #expect(tool.run("complete-link", link, "--email", ToolHarness.email).status == 0)
    #expect(tool.run("whoami", "--field", "account.email").output == "kim@example.com\n")
    #expect(tool.run("whoami", "--as", "bob", "--field", "account.is_anonymous").output == "true\n")
    #expect(tool.run("pending", "list").output.contains("session bob"))
  }

  @Test func aSessionThatIsNamedTakesNoLinkOfAnother() {
    tool.run("send-link", ToolHarness.email, "--as", "other")
    #expect(tool.run("complete-link", tool.link(), "--as", "third").status == 64)
  }

  @Test func aUsedOrExpiredLinkSaysWhy() throws {
    let used = ToolHarness.Outcome(
      6,
      errors: """
        error: this link was already used or has expired
          Mail scanners sometimes open links first.
          get a new one:  usher send-link kim@example.com --resend

        """)
    let link = sentLink()
    tool.run("complete-link", link)
    let state = try tool.state
    #expect(tool.run("complete-link", link, "--email", ToolHarness.email) == used)
    #expect(try tool.state == state)
    let other = sentLink()
    tool.clock.advance(6 * 3600 + 1)
    #expect(tool.run("complete-link", other) == used)
    #expect(
      tool.run("complete-link", other, "--email", ToolHarness.email, "--json").json?["error"]?["code"]
        == "auth/expired-action-code")
  }

  @Test func anAddressInTheLinkIsNotBelieved() {
    let link = sentLink("--no-store", "--continue-url", "https://demo-usher.web.app/?email=kim%40example.com")
    #expect(tool.run("complete-link", link).status == 64)
    #expect(tool.run("complete-link", link + "&email=kim%40example.com").status == 64)
    tool.run("send-link", "eve@example.com")
    #expect(tool.run("complete-link", link).status == 5)
  }

  @Test func aMissingLinkNamesTheWaysToPassIt() {
    #expect(
      tool.run("complete-link")
        == .init(
          64,
          errors: """
            error: the link is missing
            usage: usher complete-link [options] [LINK]
              Pass it as LINK in quotes, with - on standard input, or with --link-command.

            """))
  }
}
