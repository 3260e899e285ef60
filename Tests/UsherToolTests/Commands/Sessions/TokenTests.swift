import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import PrivateFiles
import TestSupport
import Testing
import UsherTool

struct TokenTests {
  let tool = ToolHarness()
  private let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()

  init() {
    tool.signIn()
  }

  private var saved: String {
    get throws { try tool.state[key]?.tokens.idToken.text ?? "" }
  }

  @Test func theTokenIsPrintedBare() throws {
    #expect(tool.run("token") == .init(0, output: try saved + "\n"))
    #expect(tool.run("token", "--format", "raw") == .init(0, output: try saved + "\n"))
    #expect(tool.run("token", "--quiet") == .init(0, output: try saved + "\n"))
  }

  @Test(arguments: [["-H"], ["--header"], ["--format", "header"], ["-H", "--format", "header"]])
  func theTokenIsPrintedAsAHeader(_ words: [String]) throws {
    #expect(tool.run(["token"] + words) == .init(0, output: "Authorization: Bearer \(try saved)\n"))
  }

  @Test func anErrorOfTheJSONFormIsJSONAsWell() {
    #expect(
      tool.run("token", "--format", "json", "--field", "nothing")
        == tool.run("token", "--json", "--field", "nothing"))
  }

  @Test(arguments: [["--json"], ["--format", "json"]])
  func theTokenIsPrintedForScripts(_ words: [String]) throws {
    let outcome = tool.run(["token"] + words)
    #expect(
      outcome.steadyJSON
        == json(
          """
          {"v":1,"command":"token","status":"ok","profile":"local","endpoint":"local","token":"<token>",
          "expires_at":"2027-01-15T09:00:00Z","uid":"<uid>","warnings":[]}
          """))
    #expect(outcome.json?["token"]?.string == (try saved))
  }

  @Test func twoFormsExcludeEachOther() {
    #expect(
      tool.run("token", "-H", "--format", "raw")
        == .init(
          64,
          errors: """
            error: -H and --format raw cannot be used together
            usage: usher token [options]
              see the options:  usher token --help

            """))
  }

  @Test func theClaimsArePrinted() throws {
    let uid = try tool.state[key]?.uid ?? ""
    #expect(
      tool.run("token", "--claims").json
        == json(
          """
          {"iss":"https://securetoken.google.com/demo-usher","aud":"demo-usher","auth_time":1800000000,
          "user_id":"\(uid)","sub":"\(uid)","iat":1800000000,"exp":1800003600,"phone_number":"+16505550123",
          "firebase":{"identities":{"phone":["+16505550123"]},"sign_in_provider":"phone"}}
          """))
    #expect(tool.run("token", "--claims", "--field", "claims.aud").output == "demo-usher\n")
  }

  @Test func aTokenIsRenewedWhenLessThanFiveMinutesAreLeft() throws {
    let first = try #require(try tool.state[key])
    tool.clock.advance(3299)
    #expect(tool.run("token").output == first.tokens.idToken.text + "\n")
    tool.clock.advance(2)
    let second = tool.run("token", "--json").json
    #expect(second?["expires_at"] == "2027-01-15T09:55:01Z")
    var expected = first
    expected.user.tokens.idToken = try IDToken(second?["token"]?.string ?? "")
    expected.user.tokens.expiresAt = tool.clock.now + 3600
    #expect(try tool.state[key] == expected)
    #expect(tool.run("token", "--claims", "--field", "claims.auth_time").output == "1800000000\n")
  }

  @Test func aMinimumLifeMayBeAskedFor() throws {
    let first = try saved + "\n"
    tool.clock.advance(601)
    #expect(tool.run("token", "--min-ttl", "49m").output == first)
    #expect(tool.run("token", "--min-ttl", "0").output == first)
    #expect(tool.run("token", "--min-ttl", "50m").output != first)
    #expect(tool.run("token", "--min-ttl", "soon").status == 64)
  }

  @Test func aTokenIsRenewedWhenAsked() throws {
    let first = try saved
    tool.clock.advance(1)
    let second = tool.run("token", "--refresh").output
    #expect(second != first + "\n")
    #expect(second == (try saved) + "\n")
  }

  @Test func aTokenFromTheFutureIsNotTrusted() throws {
    let first = try saved
    tool.clock.advance(-3600)
    #expect(tool.run("token").output != first + "\n")
  }

  @Test func theSignatureIsChecked() throws {
    #expect(tool.run("token", "--verify") == .init(0, output: try saved + "\n"))
    #expect(tool.run("token", "--verify", "--field", "verified") == .init(0, output: "true\n"))
    let parts = try saved.split(separator: ".")
    let claims = TokenFixture.phone().split(separator: ".")[1]
    for (token, reason) in [
      ("\(parts[0]).\(claims).\(parts[2])", "its signature is wrong"),
      (TokenFixture.phone(), "it is not signed"),
    ] {
      tool.environment["USHER_ID_TOKEN"] = token
      #expect(
        tool.run("token", "--verify")
          == .init(5, errors: "error: the token is not valid: \(reason)\n"))
      #expect(tool.run("token").output == token + "\n")
    }
  }

  @Test func aTokenIsCheckedAndRenewedByTheClockOfTheLocalServer() throws {
    let first = try saved
    tool.run("local", "clock", "+2h")
    let outcome = tool.run("token", "--verify")
    #expect(outcome == .init(0, output: try saved + "\n"))
    #expect(try saved != first)
  }

  @Test func aTokenOfAnotherProjectIsNotUsed() throws {
    tool.environment["USHER_ID_TOKEN"] = try saved
    #expect(
      tool.run("token", "--endpoint", "local", "--project", "demo-other")
        == .init(
          12,
          errors: """
            error: the ID token is for project demo-usher, not the one that is named here
              Use it with --project demo-usher.

            """))
  }

  @Test(arguments: [["token", "--refresh"], ["token", "--min-ttl", "2h"]])
  func aSessionEndedAtTheServerIsForgotten(_ words: [String]) throws {
    tool.run("local", "reset", "--yes")
    #expect(tool.run("whoami").status == 0)
    #expect(
      tool.run(words)
        == .init(
          4,
          errors: """
            error: the session has ended, or is not from this server
              sign in again:  usher signin

            """))
    #expect(try tool.state[key] == nil)
    #expect(
      tool.run("token")
        == .init(4, errors: "error: no user is signed in\n  sign in:  usher signin\n"))
  }

  @Test(arguments: [["token"], ["exec"]])
  func aLifeThatNoTokenHasIsToldOf(_ words: [String]) {
    let rest = words == ["exec"] ? ["--", "true"] : []
    let warning = "warning: --min-ttl is too long: a new token is valid for 60m\n"
    #expect(tool.run(words + ["--min-ttl", "2h"] + rest).errors == warning)
    #expect(tool.run(words + ["--min-ttl", "1h"] + rest).errors == "")
    #expect(
      tool.run("token", "--min-ttl", "61m", "--json").json?["warnings"]
        == ["--min-ttl is too long: a new token is valid for 60m"])
  }

  @Test(arguments: [
    ("1800000000", "9223372036854775807"), ("-9223372036854775808", "1800003600"),
    ("-4611686018427387904", "4611686018427387904"),
  ])
  func aLifeBeyondAllBoundsIsLongEnough(_ issued: String, _ end: String) {
    let token = TokenFixture.token(
      """
      {"iss":"https://securetoken.google.com/demo-usher","aud":"demo-usher","auth_time":1800000000,"sub":"u1",\
      "iat":\(issued),"exp":\(end),"firebase":{"sign_in_provider":"phone"}}
      """)
    tool.environment["USHER_ID_TOKEN"] = token
    #expect(tool.run("token") == .init(0, output: token + "\n"))
    #expect(tool.run("token", "--min-ttl", "30m") == .init(0, output: token + "\n"))
    #expect(tool.run("token", "--json").json?["token"] == .string(token))
    #expect(tool.run("exec", "--", "true") == .init(0))
  }

  @Test func aTokenThatEndsBeforeItBeginsDoesNotLive() {
    tool.environment["USHER_ID_TOKEN"] = TokenFixture.token(
      """
      {"iss":"https://securetoken.google.com/demo-usher","aud":"demo-usher","auth_time":1800000000,"sub":"u1",\
      "iat":1800000200,"exp":1800000100,"firebase":{"sign_in_provider":"phone"}}
      """)
    #expect(
      tool.run("token", "--min-ttl", "5m").errors
        == "warning: --min-ttl is too long: a new token is valid for 0m\n")
  }

  @Test func theNextStepOfADeadSessionNamesTheSession() {
    tool.signIn(as: "alice")
    tool.run("local", "reset", "--yes")
    let next = tool.run("token", "--refresh", "--as", "alice", "--json").json?["error"]?["next_step"]
    #expect(next == ["argv": ["usher", "signin", "--as", "alice"], "needs": []])
  }

  @Test func aSessionRenewedMeanwhileIsKept() throws {
    let tool = ToolHarness()
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    let key = Binding(profile: "default", endpoint: "http://127.0.0.1:9099", project: "demo-usher").session()
    let file = StateFile(folder: tool.configFolder, wait: LockWait(limit: .seconds(3600)))
    var session = SavedSession(
      UserRecord(
        tokens: Tokens(
          idToken: try IDToken(TokenFixture.phone()), refreshToken: "r1", expiresAt: tool.clock.now + 3600)),
      signedInAt: tool.clock.now)
    try file.update { $0[key] = session }
    session.user.tokens.refreshToken = "r2"
    tool.network = InterferingTransport { [session] _ in
      do {
        try file.update { $0[key] = session }
      } catch {
        Issue.record(error)
      }
      return .json(#"{"error":{"code":400,"message":"TOKEN_EXPIRED"}}"#, status: 400)
    }
    #expect(
      tool.run("token", "--refresh")
        == .init(
          4,
          errors: """
            error: the server ended the session
              A new password, for example, ends the sessions.
              sign in again:  usher signin

            """))
    #expect(try tool.state[key] == session)
  }

  /// A call finds the token over by the server's clock, while another process has renewed it.
  @Test func whatAnotherProcessRenewedIsShownInPlaceOfARefusedToken() throws {
    let tool = ToolHarness()
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    let key = Binding(profile: "default", endpoint: "http://127.0.0.1:9099", project: "demo-usher").session()
    let file = StateFile(folder: tool.configFolder, wait: LockWait(limit: .seconds(3600)))
    func session(_ token: String, _ refreshToken: String) throws -> SavedSession {
      SavedSession(
        UserRecord(
          tokens: Tokens(
            idToken: try IDToken(token), refreshToken: refreshToken, expiresAt: tool.clock.now + 3600)),
        signedInAt: tool.clock.now)
    }
    let old = try session(TokenFixture.phone(), "r1")
    let new = try session(TokenFixture.phone(at: 1_800_000_010), "r2")
    try file.update { $0[key] = old }
    let server = TransportStub(
      .json("{}"), .json(#"{"users":[{"localId":"u1","displayName":"Kim"}]}"#))
    tool.network = InterferingTransport { request in
      guard request.body.firstRange(of: Data(old.tokens.idToken.text.utf8)) != nil else {
        return Result { () throws(HTTPError) in try server.send(request) }
      }
      do {
        try file.update { $0[key] = new }
      } catch {
        Issue.record(error)
      }
      return .json(#"{"error":{"code":400,"message":"TOKEN_EXPIRED"}}"#, status: 400)
    }
    #expect(tool.run("account", "update", "--display-name", "Kim").status == 0)
    #expect(
      server.requests.map(\.path)
        == ["update", "lookup"].map { "/identitytoolkit.googleapis.com/v1/accounts:" + $0 })
    #expect(try tool.state[key]?.account.displayName == "Kim")
    #expect(try tool.state[key]?.tokens == new.tokens)
  }

  @Test func aServerThatIsDownDoesNotEndTheSession() throws {
    let tool = ToolHarness()
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    tool.environment["USHER_ID_TOKEN"] = TokenFixture.phone()
    tool.network = TransportStub()
    #expect(tool.run("token").output == TokenFixture.phone() + "\n")
    tool.clock.advance(3700)
    #expect(
      tool.run("token")
        == .init(
          4,
          errors: """
            error: the session has expired and cannot be renewed
              sign in again:  usher signin

            """))
  }
}

/// Does something while a request is on its way.
private struct InterferingTransport: HTTPTransport {
  let answer: @Sendable (HTTPRequest) -> TransportStub.Answer

  func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    // It says nothing of itself.
    request.path == "/" ? HTTPResponse(status: 404) : try answer(request).get()
  }
}
