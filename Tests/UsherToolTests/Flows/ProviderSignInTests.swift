import AuthClient
import BrowserPages
import CommandKit
import Essentials
import Flows
import HTTP
import HTTPListener
import IdentityToolkit
import LibC
import TerminalIO
import TestSupport
import Testing

@testable import UsherTool

/// Sign-in at an identity provider, in a browser, by way of the service.
@Suite struct ProviderSignInTests {
  private let tool = ToolHarness()
  private let port: UInt16

  init() throws {
    // A port that was free a moment ago.
    let page = try PageServer.forTests()
    port = Browser(page).port
    page.finish(.success(""))
    tool.environment["USHER_API_KEY"] = "k"
    tool.environment["USHER_PROJECT"] = "acme"
  }

  private var callbackURL: String { "http://127.0.0.1:\(port)/callback" }
  private var listen: [String] { ["--no-browser", "--listen", "127.0.0.1:\(port)"] }

  // MARK: What the service answers

  private static let providerPage = "https://accounts.google.com/auth?client_id=c&state=s1"
  private static let page = TransportStub.Answer.json(
    #"{"authUri":"\#(providerPage)","sessionId":"session-1","providerId":"google.com"}"#)

  private func signedIn(_ uid: String = "u1", _ more: String = "") -> TransportStub.Answer {
    let now = Int(tool.clock.now.timeIntervalSince1970)
    let token = TokenFixture.token(
      """
      {"sub":"\(uid)","iss":"https://securetoken.google.com/acme","aud":"acme","iat":\(now),"exp":\(now + 3600),\
      "auth_time":\(now),"firebase":{"sign_in_provider":"google.com"}}
      """)
    return .json(
      """
      {"idToken":"\(token)","refreshToken":"r","expiresIn":"3600","localId":"\(uid)","providerId":"google.com",\
      "rawUserInfo":"{\\"sub\\":\\"g1\\"}","oauthAccessToken":"access-1","oauthIdToken":"id-1","isNewUser":true\(more)}
      """)
  }

  private func account(_ uid: String = "u1", providers: [String] = ["google.com"]) -> TransportStub.Answer {
    let list = providers.map { #"{"providerId":"\#($0)","rawId":"g1"}"# }.joined(separator: ",")
    return .json(
      #"{"users":[{"localId":"\#(uid)","email":"kim@example.com","emailVerified":true,"providerUserInfo":[\#(list)]}]}"#
    )
  }

  private func refusal(_ message: String) -> TransportStub.Answer {
    .json(#"{"error":{"code":400,"message":"\#(message)"}}"#, status: 400)
  }

  private func body(_ request: HTTPRequest?) throws -> JSONValue {
    try JSONValue(parsing: try #require(request).body)
  }

  // MARK: What a person does in the browser

  /// Opens the address that the terminal shows, and comes back from the provider with `query`.
  private func browse(_ terminal: ScriptedTerminal, comingBackWith query: String) {
    let callback = callbackURL + query
    try? startThread {
      for _ in 1...1_800_000 {
        if let url = terminal.address,
          let port = UInt16(url.split(separator: "/")[1].split(separator: ":")[1])
        {
          let browser = Browser(port: port)
          let entry = browser.send(browser.visit(url))
          guard entry?.headers["Location"] == Self.providerPage else { return }
          _ = browser.send(browser.visit(callback, from: "cross-site", cookie: entry?.cookie))
          return
        }
        usleep(2000)
      }
    }
  }

  @Test func aBrowserThatComesBackSignsIn() throws {
    let stub = TransportStub([Self.page, signedIn(), account()])
    tool.network = stub
    let terminal = ScriptedTerminal(answers: [.elsewhere])
    browse(terminal, comingBackWith: "?state=s1&code=4%2Fsecret-code")
    let outcome = tool.run(
      [
        "signin", "idp", "google", "--scope", "a,b", "--scope", "c d", "--param",
        "login_hint=kim@example.com",
      ] + listen,
      terminal: terminal)
    #expect(outcome == .init(0, output: "Signed in as kim@example.com (uid u1, production).\n"))
    #expect(
      try body(stub.requests.first)
        == JSONValue(
          json: """
            {"authFlowType":"CODE_FLOW","continueUri":"\(callbackURL)","customParameter":{"login_hint":
            "kim@example.com"},"oauthScope":"a b c d","providerId":"google.com"}
            """))
    #expect(
      try body(stub.requests.dropFirst().first)
        == JSONValue(
          json: """
            {"requestUri":"\(callbackURL)?state=s1&code=4%2Fsecret-code","sessionId":"session-1",
            "returnIdpCredential":true,"returnSecureToken":true}
            """))
    // Whether this is a container is nothing to the test.
    let transcript = terminal.transcript.filter {
      !$0.hasPrefix("You are in a container") && !$0.hasPrefix("  --listen")
    }
    #expect(
      transcript == [
        "If Google says redirect_uri_mismatch or something like it, register this address there, at "
          + "https://console.cloud.google.com/auth/clients:",
        "  " + callbackURL,
        "To sign in at Google, open this address. It works once.", "  " + (terminal.address ?? ""),
        "Or open this address on any machine. Then paste the last address of that browser:",
        "  " + Self.providerPage,
        "usher waits for the browser. You can also paste the last address of the browser.", "Last address: ",
      ])
    // No code, and none of the provider's tokens, is told or kept.
    let told =
      (transcript + [outcome.output, outcome.errors, tool.folder.text(of: "config/state.json") ?? ""])
      .joined()
    for secret in ["secret-code", "access-1", "id-1", "session-1"] {
      #expect(told.firstRange(of: secret) == nil, "\(secret)")
    }
    #expect(try PageServer.isFree(port))
    // Who has signed in so before knows what is registered.
    let again = TransportStub([Self.page])
    tool.network = again
    let next = ScriptedTerminal(answers: [.failure(.endOfInput)])
    #expect(tool.run(["signin", "idp", "google"] + listen, terminal: next).status == 66)
    #expect(next.transcript.first?.hasPrefix("To sign in at Google") == true)
  }

  @Test func theAddressMayBePasted() throws {
    let stub = TransportStub([Self.page, signedIn(), account()])
    tool.network = stub
    let terminal = ScriptedTerminal(answers: [
      "", "https://accounts.google.com/", .line(" \(callbackURL)?state=s1&co de=c1#x "),
    ])
    let outcome = tool.run(["signin", "idp", "google"] + listen, terminal: terminal)
    #expect(outcome.status == 0)
    #expect(try body(stub.requests[1])["requestUri"]?.string == callbackURL + "?state=s1&code=c1")
    #expect(
      terminal.transcript.contains(
        "This is not the last address of the browser. That one begins with \(callbackURL)?"))
  }

  @Test func aBrowserIsOpenedWhereThereIsOne() throws {
    tool.network = TransportStub([Self.page])
    tool.environment["USHER_BROWSER"] = "true"
    let terminal = ScriptedTerminal(answers: [.failure(.timedOut)])
    let outcome = tool.run("signin", "idp", "google", "--listen", "127.0.0.1:\(port)", terminal: terminal)
    #expect(outcome.status == 75)
    #expect(
      terminal.transcript.dropFirst(2).prefix(2) == [
        "Sign in at Google, in the browser that opens. If none opens, open this address:",
        "  " + (terminal.address ?? ""),
      ])
    // Nobody needs the other address then.
    #expect(!terminal.transcript.contains { $0.hasPrefix("Or open") })
  }

  @Test(arguments: [
    (
      "?error=access_denied&state=s1", 5,
      "error: the sign-in at Google was cancelled\n  try again:"
    ),
    (
      "?error=invalid_scope&error_description=No%1B%5B2J+such&state=s1", 5,
      "error: Google refused the sign-in (invalid_scope: No"
    ),
    (
      "?error=temporarily_unavailable&state=s1", 69,
      "error: Google refused the sign-in (temporarily_unavailable)\n"
    ),
  ])
  func whatTheProviderSaysEndsIt(_ query: String, _ status: Int32, _ errors: String) throws {
    tool.network = TransportStub([Self.page])
    let terminal = ScriptedTerminal(answers: [.elsewhere])
    browse(terminal, comingBackWith: query)
    let outcome = tool.run(["signin", "idp", "google"] + listen, terminal: terminal)
    #expect(outcome.status == status && outcome.errors.hasPrefix(errors))
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test func anAnswerThatTheServiceRefusesIsToBeGotAnew() {
    tool.network = TransportStub([Self.page, refusal("INVALID_IDP_RESPONSE : state does not match")])
    let terminal = ScriptedTerminal(answers: [.line(callbackURL + "?state=other&code=c")])
    #expect(
      tool.run(["signin", "idp", "google"] + listen, terminal: terminal)
        == .init(
          5,
          errors: """
            error: the answer of Google was refused (state does not match)
              Start again: an answer works once, and for a few minutes only.
              If it is refused again, check how the project configures Google.

            """))
  }

  @Test(arguments: [
    #"Failed to fetch resource, http response: {\"error\": \"invalid_client\"}"#, "unauthorized_client",
    "redirect_uri_mismatch",
  ])
  func whatOnlyTheProjectCanMendIsNotTriedAgain(_ detail: String) {
    let answer = refusal("INVALID_IDP_RESPONSE : " + detail)
    tool.network = TransportStub([Self.page, answer])
    let terminal = ScriptedTerminal(answers: [.line(callbackURL + "?state=s1&code=c")])
    let outcome = tool.run(["signin", "idp", "google"] + listen, terminal: terminal)
    #expect(outcome.status == 78)
    #expect(
      outcome.errors.contains(
        "check how the project configures Google:\n"
          + "    https://console.firebase.google.com/project/acme/authentication/providers\n"),
      "\(outcome.errors)")
  }

  @Test func aLocalServerSaysWhatItIsSetTo() {
    let refused = CallbackRefused(
      refusal: ServerError(.invalidIDPResponse, "((oidc.corp: it answered invalid_client.))"),
      provider: IdentityProvider("oidc.corp"), isLocal: true)
    #expect(
      refused.diagnosis
        == Diagnosis(
          "auth/invalid-credential", .config,
          "the answer of oidc.corp was refused (oidc.corp: it answered invalid_client)",
          hint: Hint("check how the project configures oidc.corp", ["usher", "project", "provider", "list"]),
          serverCode: "INVALID_IDP_RESPONSE", retry: .never))
  }

  @Test func aConflictLeadsToTheAccountsOwnMethodFirst() {
    for (method, argv) in [
      ("password", ["signin", "password", "--email", "kim@example.com"]),
      ("emailLink", ["send-link", "kim@example.com"]), ("github.com", ["signin", "idp", "github.com"]),
    ] {
      tool.network = TransportStub(
        .json(
          """
          {"needConfirmation":true,"email":"kim@example.com","verifiedProvider":["\(method)"],"pendingToken":"p",
          "providerId":"google.com"}
          """))
      let outcome = tool.run("signin", "idp", "google", "--access-token-file", "-", "--json", input: "t")
      #expect(outcome.status == 9)
      let next = outcome.json?["error"]?["next_step"]?["argv"]?.array?.compactMap(\.string)
      #expect(next == ["usher"] + argv)
    }
  }

  @Test(arguments: [
    ["signin", "idp", "google", "--identity", "kim@example.com", "--device"],
    ["signin", "idp", "google", "--identity", "kim@example.com", "--scope", "a"],
    ["signin", "idp", "google", "--identity", "kim@example.com", "--no-browser"],
    ["signin", "idp", "google", "--identity", "kim@example.com", "--listen", "127.0.0.1:1"],
    ["signin", "idp", "google", "--device", "--no-browser"],
    ["signin", "idp", "google", "--device", "--listen", "127.0.0.1:1"],
    ["signin", "idp", "google", "--device", "--param", "a=b"],
    ["signin", "idp", "google", "--access-token-file", "-", "--device"],
    ["signin", "idp", "google", "--access-token-file", "-", "--scope", "a"],
    ["signin", "idp", "google", "--access-token-file", "-", "--param", "a=b"],
    ["link", "idp", "--pending", "p1", "--device"], ["link", "idp", "--pending", "p1", "--scope", "a"],
    ["link", "idp", "--pending", "p1", "--no-browser"],
    ["signin", "google", "--device", "--param", "a=b"],
    ["link", "idp", "--pending", "p1", "--param", "a=b"],
  ])
  func optionsThatContradictEachOtherAreRefused(_ words: [String]) {
    let outcome = ToolHarness().run(words, input: "t")
    #expect(outcome.status == 64)
    let refusals = [" does not go with ", "only --show-provider-token goes with --pending"]
    #expect(refusals.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
  }

  @Test(arguments: [
    ["link", "--scope", "a"], ["reauth", "--no-browser"], ["link", "--totp-secret-file", "f"],
    ["signin", "--identity", "kim@example.com"], ["signin", "kim@example.com", "--scope", "a"],
    ["signin", "--testing", "--scope", "a"],
  ])
  func optionsForAProviderNeedOne(_ words: [String]) {
    let outcome = tool.run(words, terminal: ScriptedTerminal())
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("error: the options are for a sign-in at a provider, and none is named\n")
        && outcome.errors.hasSuffix("  name it:  usher \(words[0]) PROVIDER\n"), "\(outcome.errors)")
  }

  @Test(arguments: [
    (["signin", "--testing", "+16505553434"], "--testing", "signin phone NUMBER --testing"),
    (["signin", "--testing"], "--testing", "signin phone NUMBER --testing"),
    (["signin", "kim@example.com", "--testing"], "--testing", "signin password EMAIL --testing"),
    (
      ["signin", "kim@example.com", "--totp-secret-file", "f"], "--totp-secret-file",
      "signin password EMAIL --totp-secret-file FILE"
    ),
    (["link", "--testing"], "--testing", "link phone NUMBER --testing"),
    (["reauth", "--code-file", "f"], "--code-file", "reauth phone --code-file FILE"),
    (
      ["reauth", "--totp-secret-file", "f"], "--totp-secret-file",
      "reauth password --totp-secret-file FILE"
    ),
  ])
  func optionsForAnotherMethodNameIt(_ words: [String], option: String, hint: String) {
    let outcome = tool.run(words, terminal: ScriptedTerminal())
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("error: \(option) needs the name of the sign-in method\n")
        && outcome.errors.hasSuffix("  name it:  usher \(hint)\n"), "\(outcome.errors)")
  }

  @Test(arguments: ["UNAUTHORIZED_DOMAIN : DOMAIN_NOT_ALLOWED", "INVALID_CONTINUE_URI : x"])
  func whatHasToBeRegisteredWhereIsSaid(_ message: String) {
    tool.network = TransportStub([refusal(message)])
    let outcome = tool.run(["signin", "idp", "google"] + listen, terminal: ScriptedTerminal())
    #expect(outcome.status == 12)
    #expect(
      outcome.errors == """
        error: the project does not authorize 127.0.0.1
          in the Firebase console, under Authentication > Settings > Authorized domains, add 127.0.0.1:
            https://console.firebase.google.com/project/acme/authentication/settings
          register this address with Google, at https://console.cloud.google.com/auth/clients:
            \(callbackURL)

        """)
  }

  @Test func aTakenPortIsSaidBeforeAnybodyIsSentAnywhere() throws {
    let taken = try PageServer.forTests()
    tool.network = TransportStub()
    let terminal = ScriptedTerminal()
    let outcome = tool.run(
      "signin", "idp", "google", "--listen", "127.0.0.1:\(Browser(taken).port)", terminal: terminal)
    #expect(
      outcome.status == 69 && outcome.errors.contains("is taken")
        && terminal.transcript == [])
    #expect(
      outcome.errors.hasSuffix(
        "\n  Choose another port with --listen ADDRESS:PORT, or any free one with port 0.\n"))
  }

  @Test func theProfileMayFixThePort() throws {
    tool.environment = tool.environment.filter { $0.key == "USHER_CONFIG_DIR" }
    for (name, value) in [
      ("endpoint", "production"), ("project", "acme"), ("api-key", "k"),
      ("provider-listen", "127.0.0.1:\(port)"),
    ] { #expect(tool.run("profile", "set", name, value, "-p", "acme").status == 0) }
    #expect(tool.run("profile", "set", "provider-listen", "here", "-p", "acme").status == 65)
    tool.run("profile", "use", "acme")
    let stub = TransportStub([Self.page])
    tool.network = stub
    let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
    tool.run("signin", "idp", "google", "--no-browser", terminal: terminal)
    #expect(try body(stub.requests.first)["continueUri"]?.string == callbackURL)
  }

  @Test(arguments: [("microsoft", "microsoft.com"), ("facebook", "facebook.com")])
  func someProvidersTakeOnlyLocalhost(_ word: String, _ id: String) throws {
    let stub = TransportStub([Self.page])
    tool.network = stub
    let terminal = ScriptedTerminal(answers: [.failure(.endOfInput)])
    tool.run(["signin", "idp", word] + listen, terminal: terminal)
    let asked = try body(stub.requests.first)
    #expect(asked["continueUri"]?.string == "http://localhost:\(port)/callback")
    #expect(asked["providerId"]?.string == id)
  }

  @Test(arguments: ["apple", "saml.acme"])
  func whatCannotComeBackIsSaidBefore(_ word: String) {
    tool.network = TransportStub()
    let outcome = tool.run("signin", "idp", word, terminal: ScriptedTerminal())
    #expect(outcome.status == 64 && outcome.errors.contains("cannot come back to this machine"))
    #expect(outcome.errors.contains("--id-token-file"))
  }

  @Test func aScriptIsToldWhatToPass() {
    tool.network = TransportStub()
    for words in [["signin", "idp", "google"], ["signin", "idp", "google", "--json", "--no-browser"]] {
      let outcome = tool.run(words)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--id-token-file") && !outcome.errors.contains("--identity"))
    }
    #expect(ToolHarness().run("signin", "idp", "google").errors.contains("--identity"))
    #expect(tool.run("signin", "idp").errors.contains("  Name it: google, github, "))
    let short = tool.run("signin", "google")
    let hint = "  Pass the provider's token with --id-token-file or --access-token-file.\n"
    #expect(short.status == 64 && short.errors.hasSuffix(hint))
    #expect(tool.run("signin", "idp", "google", "--identity", "kim@example.com").status == 64)
    for parameter in [
      "state=x", "redirect_uri=http://evil.example", "x", "=x", "request_uri=x", "response_mode=form_post",
    ] {
      #expect(tool.run("signin", "idp", "google", "--param", parameter).status == 64)
    }
  }

  @Test func whoHasOnlyABrowserMaySaySo() throws {
    tool.network = TransportStub([Self.page])
    let outcome = tool.run(["signin", "idp", "google", "--wait-limit", "0.1s"] + listen)
    #expect(outcome.status == 75)
    #expect(outcome.errors.firstRange(of: "To sign in at Google, open this address.") != nil)
  }

  @Test func theProvidersTokensAreShownOnlyOnRequest() throws {
    for isAsked in [false, true] {
      tool.network = TransportStub([signedIn(), account()])
      let outcome = tool.run(
        ["signin", "idp", "google", "--access-token-file", "-", "--json"]
          + (isAsked ? ["--show-provider-token"] : []), input: "t")
      let expected: JSONValue? =
        isAsked
        ? ["access_token": "access-1", "id_token": "id-1", "provider": "google.com"] : nil
      #expect(outcome.json?["provider_tokens"] == expected)
    }
    tool.network = TransportStub([signedIn(), account()])
    let outcome = tool.run(
      "signin", "idp", "google", "--access-token-file", "-", "--show-provider-token", "--quiet", input: "t")
    #expect(outcome.lines.contains("Access token of google.com: access-1"))
  }

  // MARK: Link and re-authenticate

  private func signInFirst(providers: [String]) {
    tool.network = TransportStub([signedIn(), account(providers: providers)])
    tool.run("signin", "idp", "google", "--access-token-file", "-", input: "t")
  }

  @Test func aProviderThatIsNotLinkedIsNotLinkedByReauthentication() throws {
    signInFirst(providers: ["google.com"])
    tool.network = TransportStub()
    let state = try tool.state
    for words in [["github"], ["github", "--access-token-file", "-"]] {
      let outcome = tool.run(["reauth", "idp"] + words, input: "t", terminal: ScriptedTerminal())
      #expect(outcome.status == 65 && outcome.errors.contains("has no provider github.com linked"))
    }
    #expect(tool.run("link", "idp", "google", terminal: ScriptedTerminal()).status == 9)
    #expect(try tool.state == state)
  }

  @Test func applesTokensAreRevokedBeforeItIsUnlinked() throws {
    signInFirst(providers: ["apple.com", "phone"])
    let stub = TransportStub([
      account(providers: ["apple.com", "phone"]), .json("{}"), .json("{}"), account(providers: ["phone"]),
    ])
    tool.network = stub
    #expect(
      tool.run("unlink", "apple", "--revoke-code-file", "-", input: "c0de\n")
        == .init(0, output: "Revoked the tokens at Apple.\nUnlinked Apple.\n"))
    let revoked = try body(stub.requests[1])
    #expect(stub.requests[1].path.hasSuffix("/accounts:revokeToken"))
    #expect(revoked["tokenType"] == "CODE" && revoked["token"] == "c0de")
    #expect(try body(stub.requests[2])["deleteProvider"] == ["apple.com"])
  }

  @Test func onlyTokensOfALinkedAppleAreRevoked() {
    signInFirst(providers: ["google.com"])
    tool.network = TransportStub()
    let others = tool.run("unlink", "google", "--revoke-code-file", "-", input: "c0de")
    #expect(others.status == 64 && others.errors.hasPrefix("error: --revoke-code-file is only for apple"))
    tool.network = TransportStub([account(providers: ["google.com"])])
    #expect(tool.run("unlink", "apple", "--revoke-code-file", "-", input: "c0de").status == 65)
  }

  @Test func anotherIdentityDoesNotReauthenticate() throws {
    signInFirst(providers: ["google.com"])
    let state = try tool.state
    for answers in [[refusal("USER_NOT_FOUND")], [signedIn("u2"), account("u2")]] {
      let stub = TransportStub([Self.page] + answers)
      tool.network = stub
      let terminal = ScriptedTerminal(answers: [.line(callbackURL + "?code=c&state=s1")])
      let outcome = tool.run(["reauth", "idp", "google"] + listen, terminal: terminal)
      #expect(outcome.status == 5 && outcome.errors.contains("this credential belongs to another user"))
      #expect(try body(stub.requests[1])["autoCreate"] == false)
    }
    #expect(try tool.state == state)
  }
}

extension PageServer {
  /// Whether nobody listens on `port`.
  fileprivate static func isFree(_ port: UInt16) throws -> Bool {
    Browser(port: port).connection() == nil
  }
}
