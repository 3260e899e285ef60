import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

struct PhoneSignInTests {
  let tool = ToolHarness()

  @Test func aCodeIsSentAndTheNextStepNamed() {
    #expect(
      tool.run("verify-phone", "+1 (650) 555-0123", "--json").steadyJSON
        == json(
          """
          {"v":1,"command":"verify-phone","status":"pending","profile":"local","endpoint":"local","sent":true,
          "pending":{"id":"p1","kind":"phone-signin","session":"default","phone":"+16505550123",
          "verification_id":"<verification_id>","expires_at":"2027-01-15T08:10:00Z",
          "resend_after":"2027-01-15T08:01:00Z"},
          "next_step":{"argv":["usher","confirm-code","--pending","p1"],"needs":["code"]},"warnings":[]}
          """))
  }

  @Test func aPersonIsToldHowToFinish() {
    #expect(
      tool.run("verify-phone", ToolHarness.number)
        == .init(
          0,
          output:
            "Code sent to +16505550123. You can ask for another after \(tool.clock.wallTime(in: 60)).\n",
          errors: "To finish:\n  usher confirm-code\n"))
  }

  @Test func aNewNumberMakesAnAccount() {
    #expect(tool.signIn().steadyJSON == signedIn(created: true))
  }

  @Test func aKnownNumberFindsItsAccount() throws {
    tool.signIn()
    let uid = try tool.state.bindings.map { try tool.state[$0].sessions["default"]?.uid }
    tool.clock.advance(100)
    tool.run("signout")
    let outcome = tool.signIn()
    #expect(outcome.steadyJSON == signedIn(created: false, at: "08:01:40"))
    #expect([outcome.json?["account"]?["uid"]?.string] == uid)
  }

  @Test func aCodeMayComeOnStandardInput() {
    tool.run("verify-phone", ToolHarness.number)
    let outcome = tool.run("confirm-code", "-", "--json", input: tool.code() + "\n")
    #expect(outcome.steadyJSON == signedIn(created: true))
  }

  @Test func aPersonIsToldWhoSignedIn() throws {
    tool.run("verify-phone", ToolHarness.number)
    let outcome = tool.run("confirm-code", tool.code())
    let uid = tool.run("whoami", "--field", "account.uid").lines.first ?? ""
    #expect(outcome == .init(0, output: "Signed in as +16505550123 (uid \(uid), local server).\n"))
  }

  @Test func whoSignedInIsSavedAndTheStepRemoved() throws {
    let result = tool.signIn()
    let binding = Binding(profile: "local", endpoint: "local", project: "demo-usher")
    let saved = try #require(try tool.state[binding.session()])
    #expect(saved.uid == result.json?["account"]?["uid"]?.string)
    #expect(saved.tokens.refreshToken?.isEmpty == false)
    #expect(saved.signedInAt == tool.clock.now)
    #expect(saved.tokens.expiresAt == tool.clock.now + 3600)

    var account = Account()
    account.phoneNumber = ToolHarness.number
    account.providers = ["phone"]
    account.providerData = try JSONDecoder().decode(
      [UserInfo].self, from: Data(#"[{"provider":"phone","id":"+16505550123","phone":"+16505550123"}]"#.utf8))
    account.createdAt = tool.clock.now
    account.lastSignInAt = tool.clock.now
    #expect(saved.account == account)

    // The id of the finished step is used up.
    var expected = SavedState()
    _ = expected.addPending(
      .unsupported("any", .null), to: binding.session(), createdAt: tool.clock.now, expiresAt: tool.clock.now)
    expected.removePending(of: binding.session())
    expected[binding.session()] = saved
    expected[binding].lastMethod = "phone"
    // So are the receipt and the secret that verify the app; their text is the server's.
    let credentials = try #require(try tool.state[binding].appCredentials)
    #expect(credentials.credential?.secret != nil && credentials.pendingReceipts.isEmpty)
    expected[binding].appCredentials = credentials
    #expect(try tool.state == expected)
  }

  @Test func everyResultIsOneLineInTheOrderOfTheContract() {
    let line = tool.run("verify-phone", ToolHarness.number, "--json").output
    #expect(
      line.hasPrefix(
        #"{"v":1,"command":"verify-phone","status":"pending","profile":"local","endpoint":"local","sent":true,"pending":{"id":"p1","kind":"phone-signin","#
      ))
    #expect(
      line.hasSuffix(
        #""next_step":{"argv":["usher","confirm-code","--pending","p1"],"needs":["code"]},"warnings":[]}"#
          + "\n"))
    #expect(line.split(separator: "\n", omittingEmptySubsequences: false).count == 2)
  }

  @Test func theNextStepIsACompleteCommand() {
    let next = tool.run(
      "verify-phone", ToolHarness.number, "--json", "--as", "alice", "--endpoint", "local", "--project",
      "demo-other"
    ).json?["next_step"]
    let argv = (next?["argv"]?.array ?? []).compactMap(\.string)
    #expect(
      argv == [
        "usher", "confirm-code", "--pending", "p1", "--as", "alice", "--endpoint", "local", "--project",
        "demo-other",
      ])
    let code = tool.run(
      "local", "outbox", "--latest", "--field", "code", "--endpoint", "local", "--project", "demo-other")
    #expect(tool.run(argv.dropFirst() + code.lines).status == 0)
  }

  private func signedIn(created: Bool, at time: String = "08:00:00") -> JSONValue {
    json(
      """
      {"v":1,"command":"confirm-code","status":"ok","profile":"local","endpoint":"local",
      "account":{"uid":"<uid>","email":null,"email_verified":false,"phone":"+16505550123",
      "display_name":null,"photo_url":null,"is_anonymous":false,"providers":["phone"],
      "provider_data":[{"provider":"phone","id":"+16505550123","email":null,"phone":"+16505550123",
      "display_name":null,"photo_url":null}],
      "mfa":[],"passkeys":[],
      "created_at":"2027-01-15T08:00:00Z","last_sign_in_at":"2027-01-15T\(time)Z"},
      "session":{"expires_at":"2027-01-15T\(time.replacing("08:", with: "09:", maxReplacements: 1))Z",
      "signed_in_at":"2027-01-15T\(time)Z","sign_in_provider":"phone","second_factor":null},
      "created":\(created),"warnings":[]}
      """)
  }
}
