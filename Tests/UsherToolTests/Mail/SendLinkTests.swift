import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// What is mailed, and what is remembered of it.
struct SendLinkTests {
  let tool = ToolHarness()

  private var mails: [JSONValue] {
    tool.run("local", "outbox", "--json").json?["messages"]?.array ?? []
  }

  @Test func aSignInLinkIsMailedAndTheNextStepNamed() {
    #expect(
      tool.run("send-link", ToolHarness.email, "--json").json
        == json(
          """
          {"v":1,"command":"send-link","status":"pending","profile":"local","endpoint":"local","sent":true,
          "pending":{"id":"p1","kind":"email-link-signin","session":"default","email":"kim@example.com",
          "expires_at":"2027-01-15T14:00:00Z","resend_after":"2027-01-15T08:01:00Z"},
          "next_step":{"argv":["usher","complete-link","--pending","p1"],"needs":["link"]},"warnings":[]}
          """))
    #expect(mails.count == 1)
    #expect(mails.first?["subject"] == "Sign in to demo-usher")
  }

  @Test func aPersonIsToldHowToFinish() {
    #expect(
      tool.run("send-link", ToolHarness.email)
        == .init(
          0, output: "Mail sent to kim@example.com.\n",
          errors: "To finish, paste the link from the mail into:\n  usher complete-link\n"))
  }

  @Test func somebodyAtATerminalIsShownTheLink() {
    let terminal = ScriptedTerminal(answers: ["kim", "kim@example.com"])
    let outcome = tool.run("send-link", terminal: terminal)
    #expect(
      outcome
        == .init(
          0, output: "Mail sent to kim@example.com.\n",
          errors: """
            (local server, no mail arrives: do not open this link, paste it)
              \(tool.link())
            To finish, paste the link from the mail into:
              usher complete-link

            """))
    #expect(
      terminal.transcript == [
        "local server (no project configured)", "E-mail address: ",
        "This is not an e-mail address. Use the form name@example.com.", "E-mail address: ",
      ])
    tool.clock.advance(60)
    #expect(
      tool.run("send-link", ToolHarness.email, "--quiet", terminal: ScriptedTerminal()) == .init(0))
  }

  @Test func otherSettingsWithinTheMinuteAreNotSilentlyLost() {
    tool.run("send-link", ToolHarness.email)
    let warning = "a mail with other settings is on its way; send another with --resend"
    let other = tool.run("send-link", ToolHarness.email, "--continue-url", "http://localhost/x", "--json")
    #expect(other.json?["sent"] == false && other.json?["warnings"] == [.string(warning)])
    #expect(tool.run("send-link", ToolHarness.email, "--json").json?["warnings"] == [])
    #expect(mails.count == 1)
  }

  @Test func anotherSpellingOfTheAddressIsTheSame() {
    tool.run("send-link", "Kim@Example.com")
    #expect(tool.run("send-link", "kim@example.com", "--json").json?["sent"] == false)
    #expect(mails.count == 1)
  }

  @Test(arguments: [
    ["signin", "phone", ToolHarness.number, "--link"], ["signin", "phone", ToolHarness.number, "--reauth"],
    ["signin", "email-link", ToolHarness.email, "--purpose", "reset-password"],
    ["link", "phone", "--update"], ["reauth", "email-link", "--purpose", "verify-email"],
  ])
  func wrappersTakeOnlyWhatFitsThem(_ words: [String]) {
    #expect(tool.run(words).status == 64)
    #expect(mails.isEmpty)
  }

  @Test func aStepOfAnotherSessionIsCompletedByItsId() {
    tool.run("send-link", ToolHarness.email, "--as", "kim")
    #expect(tool.run("complete-link", tool.link(), "--pending", "p1").status == 0)
    #expect(tool.run("whoami", "--as", "kim", "--field", "account.email").output == "kim@example.com\n")
    #expect(tool.run("whoami").status == 4)
  }

  @Test func aLinkSentWithinTheMinuteStillStands() {
    let first = tool.run("send-link", ToolHarness.email, "--json").json
    tool.clock.advance(59)
    let second = tool.run("send-link", ToolHarness.email, "--json")
    #expect(second.status == 0)
    #expect(second.json?["sent"] == false)
    #expect(second.json?["pending"] == first?["pending"])
    #expect(mails.count == 1)
    tool.clock.advance(1)
    #expect(tool.run("send-link", ToolHarness.email, "--json").json?["sent"] == true)
    #expect(mails.count == 2)
  }

  @Test func anotherAddressIsWrittenToAtOnce() {
    tool.run("send-link", ToolHarness.email)
    #expect(tool.run("send-link", "lee@example.com", "--json").json?["sent"] == true)
    #expect(mails.map { $0["to"] } == ["kim@example.com", "lee@example.com"])
  }

  @Test func resendSendsAnotherAndEndsTheOlder() {
    tool.run("send-link", ToolHarness.email)
    let old = tool.link()
    #expect(tool.run("send-link", "--resend", "--json").json?["sent"] == true)
    #expect(mails.count == 2)
    #expect(tool.run("complete-link", old).status == 6)
    #expect(tool.run("complete-link", tool.link()).status == 0)
  }

  @Test func resendWithoutAnAddressWantsOneThatWaits() {
    #expect(
      tool.run("send-link", "--resend")
        == .init(
          64,
          errors: """
            error: the e-mail address is missing
            usage: usher send-link [options] [EMAIL]
              Use the form name@example.com.

            """))
  }

  @Test func theLinkLeadsToTheProjectsOwnDomainUnlessTold() throws {
    tool.run("send-link", ToolHarness.email)
    #expect(tool.link().hasPrefix("https://demo-usher.firebaseapp.com/__/auth/action?mode=signIn&"))
    #expect(tool.link().hasSuffix("&continueUrl=https%3A%2F%2Fdemo-usher.firebaseapp.com%2F"))
    #expect(!tool.link().contains("kim"))
    tool.run(
      "send-link", ToolHarness.email, "--resend", "--continue-url",
      "https://demo-usher.web.app/welcome?cart=1&x=é#top")
    #expect(
      tool.link().hasSuffix(
        "&continueUrl=https%3A%2F%2Fdemo-usher.web.app%2Fwelcome%3Fcart%3D1%26x%3D%C3%A9%23top"))
  }

  @Test func everySettingIsSent() throws {
    let server = TransportStub(.json(#"{"email":"kim@example.com"}"#))
    tool.network = server
    tool.environment["USHER_API_KEY"] = "key1"
    tool.environment["USHER_PROJECT"] = "shop"
    let outcome = tool.run(
      "send-link", ToolHarness.email, "--continue-url", "https://shop.example/a?b=c", "--link-domain",
      "go.shop.example", "--ios-bundle-id", "example.shop", "--android-package", "example.shop.app",
      "--android-minimum-version", "12", "--android-install-if-not-available", "--language", "es")
    #expect(outcome.status == 0)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.headers["X-Firebase-Locale"] == "es")
    #expect(
      json(String(decoding: request.body, as: UTF8.self)).byName
        == json(
          """
          {"requestType":"EMAIL_SIGNIN","email":"kim@example.com","continueUrl":"https://shop.example/a?b=c",
          "canHandleCodeInApp":true,"clientType":"CLIENT_TYPE_WEB","iOSBundleId":"example.shop","androidPackageName":"example.shop.app",
          "androidMinimumVersion":"12","androidInstallApp":true,"linkDomain":"go.shop.example"}
          """
        ).byName)
  }

  @Test(arguments: [
    ("es", "Inicia sesión en demo-usher"), ("vi", "demo-usher"), ("zh", "demo-usher"),
    ("fr", "Connexion à demo-usher"), ("pt-BR", "Faça login em demo-usher"),
    ("en", "Sign in to demo-usher"),
  ])
  func theMailSpeaksTheLanguageAskedFor(_ language: String, _ subject: String) {
    tool.run("send-link", ToolHarness.email, "--language", language)
    let mail = mails.first
    #expect(mail?["subject"]?.string?.contains(subject) == true, "\(mail?["subject"]?.string ?? "")")
    #expect((mail?["subject"] == "Sign in to demo-usher") == (language == "en"))
    #expect(tool.link().contains("lang=\(language)"))
  }

  @Test(arguments: [
    ["--link", "--reauth"], ["--purpose", "verify-email", "--link"],
    ["--purpose", "change-email", "--reauth"],
    ["--listen", "127.0.0.1:0"], ["--page-host", "localhost"],
    ["--wait", "--page-host", "https://kim.example"], ["--wait", "--page-host", "kim.example:80"],
    ["--wait", "--page-host", "kim.example/x?"], ["--wait", "--page-host", "me@kim.example"],
    ["--wait", "--page-host", ""],
    ["--wait", "--continue-url", "https://demo-usher.web.app/"], ["--wait", "--purpose", "reset-password"],
  ])
  func whatDoesNotGoTogetherIsUsage(_ words: [String]) {
    tool.signInByLink()
    let sent = tool.sentMessages
    #expect(tool.run(["send-link", "lee@example.com"] + words).status == 64)
    #expect(tool.sentMessages == sent)
  }

  @Test(arguments: [
    ["--link"], ["--reauth"], ["--purpose", "verify-email"], ["--purpose", "change-email"],
  ])
  func whatIsAboutAnAccountWantsOne(_ words: [String]) {
    let outcome = tool.run(["send-link", ToolHarness.email, "--json"] + words)
    #expect(outcome.status == 4)
    #expect(outcome.json?["error"]?["code"] == "auth/no-current-user")
    #expect(tool.sentMessages == 0)
  }

  @Test func aResetOfAnUnknownAddressLooksLikeOneOfAKnownOne() {
    tool.signUp(as: "other")
    let known = tool.run("send-link", "--purpose", "reset-password", ToolHarness.email)
    let unknown = tool.run("send-link", "--purpose", "reset-password", "eve@example.com")
    #expect(known.status == 0)
    #expect(unknown.status == 0)
    #expect(unknown.output == known.output.replacing("kim@", with: "eve@"))
    #expect(unknown.errors == known.errors)
    #expect(mails.map { $0["to"] } == ["kim@example.com"])
  }

  @Test func nothingIsKeptWhereNothingShallBe() {
    let outcome = tool.run("send-link", ToolHarness.email, "--no-store", "--json")
    #expect(outcome.json?["pending"] == .null)
    #expect(
      outcome.json?["next_step"]?["argv"] == [
        "usher", "complete-link", "--email", "kim@example.com", "--no-store",
      ])
    #expect(tool.folder.text(of: "config/state.json") == nil)
    let done = tool.run(
      "complete-link", tool.link(), "--email", ToolHarness.email, "--no-store", "--field", "account.email")
    #expect(done == .init(0, output: "kim@example.com\n"))
    #expect(tool.folder.text(of: "config/state.json") == nil)
  }
}

extension JSONValue {
  /// The members in order of their names, for what is unordered.
  fileprivate var byName: [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: (members ?? []).map { ($0.name, $0.value) })
  }
}
