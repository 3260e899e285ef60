import Essentials
import Flows
import IdentityToolkit
import TerminalIO
import TestSupport
import Testing
import UsherTool

/// Authenticator apps that become second factors.
struct TOTPEnrollmentTests {
  let tool = ToolHarness()

  init() {
    tool.environment["TERM"] = "xterm"
    tool.signInByLink()
  }

  private var secret: String { String(tool.folder.text(of: "totp.txt")?.dropLast() ?? "") }
  private var otpauth: String {
    "otpauth://totp/demo-usher:kim%40example.com?secret=\(secret)&issuer=demo-usher"
  }
  private static let ask = "6-digit code of the app: "
  private static let enrolled = "Enrolled \"Authenticator\" as a second factor of kim@example.com.\n"

  @Test func aScriptEnrolsInTwoCommands() throws {
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--json")
        == .init(
          0,
          output: """
            {"v":1,"command":"mfa enroll totp","status":"pending","profile":"local","endpoint":"local",\
            "sent":false,"pending":{"id":"p2","kind":"mfa-enroll-totp","session":"default",\
            "expires_at":"2027-01-15T08:15:00Z"},\
            "next_step":{"argv":["usher","confirm-code","--pending","p2"],"needs":["code"]},"warnings":[]}

            """))
    #expect(secret.wholeMatch(of: /[A-Z2-7]{32}/) != nil)
    #expect(tool.folder.text(of: "totp.txt") == secret + "\n")
    #expect(tool.folder.mode(of: "totp.txt") == 0o600)
    #expect(tool.folder.text(of: "config/state.json")?.contains(secret) == false)
    tool.clock.advance(60)
    let done = tool.run("confirm-code", tool.totpCode(), "--json")
    #expect(
      done.steadyJSON
        == json(
          """
          {"v":1,"command":"confirm-code","status":"ok","profile":"local","endpoint":"local",
          "account":{"uid":"<uid>","email":"kim@example.com","email_verified":true,"phone":null,
          "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["password"],
          "provider_data":[{"provider":"password","id":"kim@example.com","email":"kim@example.com","phone":null,
          "display_name":null,"photo_url":null}],
          "mfa":[{"id":"\(tool.factorIDs().first ?? "")","type":"totp","hint":null,"name":"Authenticator",
          "enrolled_at":"2027-01-15T08:01:00Z"}],"passkeys":[],
          "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T08:00:00Z"},
          "session":{"expires_at":"2027-01-15T09:01:00Z","signed_in_at":"2027-01-15T08:00:00Z",
          "sign_in_provider":"password","second_factor":"totp"},"warnings":[]}
          """))
    #expect(tool.firebaseClaim("sign_in_second_factor") == "totp")
    #expect(try tool.state.pending(PendingID(number: 2)) == nil)
  }

  @Test func aPersonScansTheCode() throws {
    let terminal = ScriptedTerminal(answers: [.failure(.interrupted)])
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, terminal: terminal).status == 130)
    let groups = stride(from: 0, to: 32, by: 4).map { String(secret.dropFirst($0).prefix(4)) }
    #expect(
      terminal.events == [
        .said("URL: " + otpauth),
        .said(
          "Scan the QR code with your authenticator app, or type the secret into it. usher shows the secret only now."
        ),
        .said("Then type the app's code, or press Ctrl-C to finish later."),
        .drawn(try QRCode(otpauth), inColor: true), .said("Secret: " + groups.joined(separator: " ")),
        .asked(Self.ask, within: .seconds(600)),
        .said("Saved. To finish:\n  usher confirm-code"),
      ])
    // Later, a code is all it takes.
    let later = ScriptedTerminal(answers: ["000000", .line(tool.totpCode())])
    #expect(tool.run("confirm-code", terminal: later) == .init(0, output: Self.enrolled))
    #expect(
      later.transcript == [
        "Type the code from your authenticator app, or press Ctrl-C to finish later.", Self.ask,
        "That code is not right; 2 tries are left. Wait for the app's next code if it still shows this one: each code works once.",
        Self.ask,
      ])
  }

  @Test(
    arguments: [
      (["--qr", "never"], 80, 24, false), (["--qr", "auto"], 80, 24, true), ([], 40, 24, false),
      ([], 80, 22, true), ([], 80, 21, false), ([], 60, 22, true), ([], 80, 23, true),
      (["--qr", "always"], 40, 10, true),
    ] as [([String], Int, Int, Bool)])
  func theCodeIsDrawnWhereItFits(_ options: [String], _ columns: Int, _ rows: Int, isDrawn: Bool) throws {
    let terminal = ScriptedTerminal(columns: columns, rows: rows, answers: [.failure(.endOfInput)])
    let words = ["mfa", "enroll", "totp", "--secret-file", tool.totpFile] + options
    #expect(tool.run(words, terminal: terminal).status == 66)
    let code = try QRCode(otpauth)
    #expect(terminal.events.contains(.drawn(code, inColor: true)) == isDrawn)
    #expect(
      terminal.transcript.contains(
        "The terminal is too small for the QR code, which needs 41 columns and 22 lines. "
          + "Type the secret below instead.") == (options.isEmpty && !isDrawn))
    // The secret stands below the code where there is room for both, else above it.
    let last = terminal.transcript.last { !$0.hasPrefix("6-digit") && !$0.hasPrefix("Saved") } ?? ""
    #expect(last.hasPrefix("Secret: ") == (!isDrawn || rows >= 23))
  }

  @Test(
    arguments: [
      (["TERM": "dumb"], [], false), (["TERM": "xterm", "USHER_ACCESSIBLE": "1"], [], false),
      (["TERM": "dumb"], ["--qr", "always"], true), (["TERM": "xterm"], [], true),
    ] as [([String: String], [String], Bool)])
  func whereBlocksSayNothingTheTextHasToDo(
    _ variables: [String: String], _ options: [String], isDrawn: Bool
  ) throws {
    tool.environment.merge(variables) { $1 }
    let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
    let words = ["mfa", "enroll", "totp", "--secret-file", tool.totpFile] + options
    #expect(tool.run(words, terminal: terminal).status == 66)
    let code = try QRCode(otpauth)
    #expect(
      terminal.events.contains { [.drawn(code, inColor: true), .drawn(code, inColor: false)].contains($0) }
        == isDrawn)
    #expect(terminal.transcript.contains("URL: " + otpauth))
  }

  @Test func thePictureGoesToAFile() throws {
    let picture = tool.folder.path + "/code.png"
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--qr", picture).status == 0)
    #expect(tool.folder.mode(of: "code.png") == 0o600)
    #expect(
      Array(FileManager.default.contents(atPath: picture) ?? Data()) == Array(try QRCode(otpauth).png()))
  }

  @Test func somebodyHasToSeeTheSecret() {
    #expect(
      tool.run("mfa", "enroll", "totp")
        == .init(
          64,
          errors: """
            error: there is no terminal to show the secret on
            usage: usher mfa enroll totp [options]
              Write it to a file with --secret-file FILE.

            """))
    #expect(tool.run("mfa", "enroll", "totp", "--qr", "picture.gif").status == 64)
    #expect(tool.run("mfa", "enroll", "totp", "--secret-file", "-").status == 64)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test(arguments: [["--secret-file", "there"], ["--secret-file", "new", "--qr", "there.png"]])
  func whatIsThereIsKeptAndNothingIsBegun(_ options: [String]) {
    tool.folder.write("mine", to: "there")
    tool.folder.write("mine", to: "there.png")
    let options = options.map { $0.hasPrefix("--") ? $0 : tool.folder.path + "/" + $0 }
    let outcome = tool.run(["mfa", "enroll", "totp"] + options)
    #expect(
      outcome
        == .init(
          73,
          errors: """
            error: cannot write \(options.last ?? "") (File exists)
              Remove it first, or choose another name.

            """))
    #expect(tool.folder.names() == ["config", "there", "there.png"])
    #expect(tool.folder.text(of: "there") == "mine")
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aFolderThatIsNotThereIsToldBeforeAnythingIsBegun() {
    #expect(tool.run("mfa", "enroll", "totp", "--secret-file", tool.folder.path + "/no/such").status == 73)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func aRefusalLeavesNoFiles() {
    tool.run("local", "project", "set", "mfa.providerConfigs", "[]")
    let picture = tool.folder.path + "/code.png"
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--qr", picture).status == 12)
    #expect(tool.folder.names() == ["config"])
  }

  @Test func anIssuerAndANameMayBeGiven() throws {
    tool.run(
      "mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--issuer", "Müller & Söhne: 1+1", "--name",
      "pixel",
      "--qr", tool.folder.path + "/code.png")
    let url =
      "otpauth://totp/M%C3%BCller%20%26%20S%C3%B6hne%3A%201%2B1:kim%40example.com?secret=\(secret)"
      + "&issuer=M%C3%BCller%20%26%20S%C3%B6hne%3A%201%2B1"
    #expect(
      Array(FileManager.default.contents(atPath: tool.folder.path + "/code.png") ?? Data())
        == Array(try QRCode(url).png()))
    #expect(
      tool.run("confirm-code", tool.totpCode())
        == .init(0, output: "Enrolled \"pixel\" as a second factor of kim@example.com.\n"))
  }

  @Test(arguments: ["", " ", "a\u{1B}[31m", "a\nb", "\u{202E}evil", String(repeating: "x", count: 10_000)])
  func namesThatCannotBeShownAreRefused(_ name: String) {
    for words in [
      ["totp", "--name", name], ["totp", "--issuer", name], ["sms", ToolHarness.number, "--name", name],
    ] {
      let secretFile = words[0] == "totp" ? ["--secret-file", tool.totpFile] : []
      let outcome = tool.run(["mfa", "enroll"] + words + secretFile, terminal: nil)
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains(words[1] == "--issuer" ? "--issuer" : "--name"))
    }
    #expect(tool.folder.names() == ["config"])
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func threeWrongCodesEndItAndTheFourthTryIsTooMany() {
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile)
    let wrong = ["000000", "000001"].first { $0 != tool.totpCode() } ?? ""
    for left in ["2 tries are", "1 try is"] {
      #expect(
        tool.run("confirm-code", wrong)
          == .init(
            5,
            errors: """
              error: that code is not right; \(left) left
                Wait for the app's next code if it still shows this one: each code works once.

              """))
    }
    #expect(
      tool.run("confirm-code", wrong)
        == .init(
          5,
          errors: """
            error: that code is not right; no tries are left
              start again:  usher mfa enroll totp

            """))
    let fourth = tool.run("confirm-code", tool.totpCode(), "--json")
    #expect(fourth.status == 7)
    #expect(fourth.json?["error"]?["server_code"] == "TOO_MANY_ENROLLMENT_ATTEMPTS")
    #expect(
      fourth.json?["error"]?["next_step"] == ["argv": ["usher", "mfa", "enroll", "totp"], "needs": []])
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func theThirdWrongCodeEndsTheConversation() {
    let terminal = ScriptedTerminal(answers: ["000000", "000000", "000000"])
    #expect(
      tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, terminal: terminal)
        == .init(
          5,
          errors: """
            usher has written \(tool.totpFile). Only you can read it.
            error: that code is not right; no tries are left
              start again:  usher mfa enroll totp

            """))
  }

  @Test func anEnrollmentIsNotFinishedTwice() throws {
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile)
    let kept = try tool.state
    #expect(tool.run("confirm-code", tool.totpCode()).status == 0)
    let factors = tool.factorIDs()
    try tool.putBack(kept)
    tool.clock.advance(30)
    // It is found to be done.
    #expect(tool.run("confirm-code", tool.totpCode()) == .init(0, output: Self.enrolled))
    #expect(tool.factorIDs() == factors && factors.count == 1)
    #expect(tool.run("pending", "list").output == "")
  }

  @Test func itCanBeFinishedForAQuarterOfAnHour() {
    tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile)
    tool.clock.advance(899)
    #expect(tool.run("confirm-code", "12345").status == 65)
    tool.clock.advance(2)
    let outcome = tool.run("confirm-code", tool.totpCode(), "--json")
    #expect(outcome.status == 6)
    #expect(
      outcome.json?["error"]?["next_step"] == ["argv": ["usher", "mfa", "enroll", "totp"], "needs": []])
  }

  @Test func otherSessionsStay() {
    tool.signInByLink(as: "other")
    tool.enrollTOTP()
    #expect(tool.run("token", "--refresh", "--as", "other").status == 0)
    #expect(tool.firebaseClaim("sign_in_second_factor", as: "other") == nil)
  }

  @Test func withoutAStoreOneCommandHasToDoIt() {
    #expect(tool.run("mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--no-store").status == 64)
    #expect(tool.folder.names() == ["config"])
  }

  @Test func anotherProgramMayAnswerAtOnce() throws {
    let outcome = tool.run(
      "mfa", "enroll", "totp", "--secret-file", tool.totpFile, "--code-command",
      "oathtool --totp -b --now='2027-01-15 08:00:00 UTC' $(cat \(tool.totpFile))")
    #expect(outcome == .init(0, output: Self.enrolled))
  }
}
