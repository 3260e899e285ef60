import AuthClient
import Essentials
import Flows
import IdentityToolkit
import TestSupport
import Testing
import UsherTool

/// `token inspect`: what a pasted token says.
struct TokenInspectTests {
  let tool = ToolHarness()

  private func inspect(_ token: String, _ words: String...) -> ToolHarness.Outcome {
    tool.run(["token", "inspect", "-"] + words, input: token)
  }

  private static let emulators = TokenFixture.token(
    """
    {"iss":"https://securetoken.google.com/demo-app","aud":"demo-app","auth_time":1799990000,"sub":"u1",\
    "iat":1799992000,"exp":1799995600,"email":"kim@example.com","email_verified":false,"role":"admin","level":3,\
    "firebase":{"identities":{},"sign_in_provider":"password","sign_in_second_factor":"totp","tenant":"t1"}}
    """)

  @Test func aTokenIsExplainedToPeople() {
    #expect(
      inspect(Self.emulators)
        == .init(
          0,
          output: """
            ID token of kim@example.com (uid u1)
              project:    demo-app, tenant t1
              made by:    Firebase's emulator or usher serve, as it seems
              address:    not verified
              signed in:  \(tool.clock.wallTime(in: -10_000)), provider password, second factor totp
              issued:     \(tool.clock.wallTime(in: -8000))
              expired:    \(tool.clock.wallTime(in: -4400)), 73 min ago
              signature:  none (alg none): a real project's back end must refuse it
              claims:     {"level":3,"role":"admin"}

            """))
  }

  @Test func aTokenIsExplainedToScripts() {
    #expect(
      inspect(Self.emulators, "--json").json
        == json(
          """
          {"v":1,"command":"token inspect","status":"ok","profile":null,"endpoint":null,"kind":"id-token",
          "uid":"u1","email":"kim@example.com","email_verified":false,"phone":null,"project":"demo-app",
          "tenant":"t1","issuer":"https://securetoken.google.com/demo-app","made_by":"emulator",
          "signed_in_at":"2027-01-15T05:13:20Z","sign_in_provider":"password","second_factor":"totp",
          "issued_at":"2027-01-15T05:46:40Z","expires_at":"2027-01-15T06:46:40Z","expired":true,
          "algorithm":"none","key_id":null,"custom_claims":{"level":3,"role":"admin"},"verified":false,
          "warnings":[]}
          """))
    #expect(inspect(Self.emulators, "--field", "custom_claims.role").output == "admin\n")
    #expect(inspect(Self.emulators, "--field", "nonsense").status == 64)
  }

  @Test(arguments: ["Authorization: Bearer ", "authorization: bearer ", "Bearer ", "\"", "  \n"])
  func whatStandsAroundATokenDoesNoHarm(_ before: String) {
    let wrapped = Self.emulators.prefix(60) + "\n" + Self.emulators.dropFirst(60)
    #expect(inspect(before + wrapped + "\"\n", "--field", "uid").output == "u1\n")
  }

  @Test func whichKindOfTokenItIsIsTold() throws {
    tool.signIn()
    let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()
    let saved = try #require(try tool.state[key])
    let refresh = Data(
      #"{"_AuthEmulatorRefreshToken":"DO NOT MODIFY","localId":"u2","provider":"phone","extraClaims":{},"projectId":"p"}"#
        .utf8
    ).base64EncodedString()
    let custom = TokenFixture.token(
      """
      {"iss":"a@b.iam","sub":"a@b.iam","uid":"u3","iat":1,"exp":2,"claims":{"a":1},\
      "aud":"https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"}
      """)
    let cookie = TokenFixture.token(
      #"{"iss":"https://session.firebase.google.com/p","aud":"p","sub":"u4","iat":1,"exp":2}"#)
    let cases: [(String, kind: JSONValue, maker: JSONValue, uid: JSONValue)] = [
      (saved.tokens.idToken.text, "id-token", "local-server", .string(saved.uid)),
      (saved.tokens.refreshToken ?? "", "refresh-token", "local-server", nil),
      (TokenFixture.phone(), "id-token", "emulator", "u1"), (refresh, "refresh-token", "emulator", "u2"),
      ("AMf-vBx" + String(repeating: "x9_", count: 60), "refresh-token", "production", nil),
      (custom, "custom-token", "emulator", "u3"), (cookie, "session-cookie", "emulator", "u4"),
      (TokenFixture.token(#"{"iss":"https://accounts.google.com","sub":"g"}"#), "other-jwt", nil, "g"),
    ]
    for (token, kind, maker, uid) in cases {
      let result = inspect(token, "--json").json
      #expect(result?["kind"] == kind && result?["made_by"] == maker && result?["uid"] == uid, "\(token)")
      #expect(inspect(token).status == 0)
    }
  }

  @Test(arguments: [
    "", "short", "a.b.c", "two words of prose that are not any token", "ey\u{1B}[31mJhbGciOiJub25lIn0.e30.",
  ])
  func whatIsNoTokenIsRefused(_ text: String) {
    #expect(
      inspect(text)
        == .init(65, errors: "error: this is not a Firebase token\n  Paste the whole token.\n"))
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e300", "\"soon\"", "null"])
  func timesThatMakeNoSenseAreLeftOut(_ time: String) {
    let token = TokenFixture.token(
      #"{"iss":"https://securetoken.google.com/p","aud":"p","sub":"u","iat":\#(time),"exp":\#(time)}"#)
    let result = inspect(token, "--json").json
    #expect(result?["expires_at"] == .null && result?["expired"] == .null)
    #expect(inspect(token).status == 0)
  }

  @Test func foreignTextIsHarmless() {
    let token = TokenFixture.token(
      #"{"iss":"https://securetoken.google.com/p","aud":"p\u001b]0;x\u0007","sub":"u","email":"\u202Ekim"}"#)
    let output = inspect(token).output
    #expect(!output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" || $0 == "\u{202E}" })
  }

  @Test func aTokenIsNeverTakenFromTheCommandLine() {
    let outcome = tool.run("token", "inspect", Self.emulators)
    #expect(outcome.status == 64 && !outcome.errors.contains(Self.emulators.prefix(20)))
  }

  @Test func withoutAFileTheTokenIsTheSessions() {
    #expect(tool.run("token", "inspect").status == 4)
    tool.signUp()
    #expect(tool.run("token", "inspect").output.hasPrefix("ID token of kim@example.com"))
  }

  @Test func verifyingChecksTheSignatureAndTheSession() throws {
    tool.signIn()
    let token = tool.run("token").output
    #expect(inspect(token, "--verify", "--field", "verified").output == "true\n")
    #expect(inspect(token, "--verify").output.contains("RS256, checked; the session is still valid\n"))
    #expect(inspect(TokenFixture.phone(), "--verify").status == 5)
    #expect(inspect("AMf-" + String(repeating: "x", count: 99), "--verify").status == 64)
    tool.run("account", "delete", "--yes")
    #expect(inspect(token, "--verify").status == 4)
    #expect(inspect(token).status == 0)
  }

  /// A person's machine may be minutes off; the server is asked about the session anyway.
  @Test func aTokenMayBeFromTheFutureOfThisMachine() {
    tool.signIn()
    let token = tool.run("token").output
    tool.clock.advance(-300)
    #expect(inspect(token, "--verify", "--field", "verified").output == "true\n")
    tool.clock.advance(-1)
    #expect(
      inspect(token, "--verify")
        == .init(
          5, errors: "error: the token is not valid: it comes from the future: a clock is wrong\n"))
  }

  @Test func aTokenOfATenantIsVerifiedThereAlone() throws {
    let acme = tool.run("local", "tenant", "create", "acme", "--field", "tenant.id").output.dropLast()
    tool.run("signin", "anonymous", "--tenant", String(acme))
    let token = tool.run("token", "--tenant", String(acme)).output
    #expect(inspect(token, "--verify", "--tenant", String(acme), "--field", "verified").output == "true\n")
    let refused = inspect(token, "--verify")
    #expect(refused.status == 12, "\(refused)")
  }
}
