import AuthClient
import Essentials
import Flows
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import UsherTool

/// `--show-requests` and `--debug`: what is sent, and no secret in it.
struct ShownRequestTests {
  let tool = ToolHarness()

  private func shown(
    _ body: String, path: String = "/v1/accounts:x", query: [QueryItem] = [], headers: HTTPHeaders = [:]
  ) -> String {
    ShownRequest(
      HTTPRequest(
        method: .post, origin: "https://identitytoolkit.googleapis.com", path: path, query: query,
        headers: headers,
        body: Data(body.utf8))
    ).line
  }

  private func body(_ body: String) -> String {
    String(shown(body).split(separator: " --data-raw ", maxSplits: 1)[1])
  }

  @Test func aRequestIsACurlCommand() {
    let stub = TransportStub(
      .json(#"{"sessionInfo":"s3ssion","note":"it's"}"#),
      .json(#"{"error":{"code":400,"message":"INVALID_CODE"}}"#, status: 400))
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    tool.network = stub
    let sent = tool.run("verify-phone", "+16505553434", "--testing", "--json", "--show-requests")
    let address = "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts"
    let introduction = """
      curl 'http://127.0.0.1:9099/?key='"$USHER_API_KEY" -H 'X-Client-Version: usher/JsCore'
      # HTTP 404 in 0 ms

      """
    let fields = "-H 'X-Client-Version: usher/JsCore' -H 'Content-Type: application/json'"
    #expect(sent.status == 0)
    #expect(
      sent.errors == introduction + """
        curl -X POST '\(address):sendVerificationCode?key='"$USHER_API_KEY" \(fields) --data-raw \
        '{"clientType":"CLIENT_TYPE_WEB","phoneNumber":"+16505553434"}'
        # HTTP 200 in 0 ms

        """)
    let refused = tool.run("confirm-code", "654321", "--debug")
    #expect(refused.status == 5)
    #expect(
      refused.errors.hasPrefix(
        introduction + """
          curl -X POST '\(address):signInWithPhoneNumber?key='"$USHER_API_KEY" \(fields) --data-raw \
          '{"code":"'"$CODE"'","operation":"SIGN_UP_OR_IN","sessionInfo":"'"$SESSION_INFO"'"}'
          # HTTP 400 in 0 ms
          # {"error":{"code":400,"message":"INVALID_CODE"}}

          """), "\(refused.errors)")
  }

  @Test func theEmbeddedServersRequestsGoWhereServeWouldBe() {
    let sent = tool.run("verify-phone", "+16505550123", "--json", "--debug")
    #expect(
      sent.errors.contains(
        "curl -X POST 'http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode?key='"
      ))
    // Nothing listens there.
    #expect(sent.errors.contains(" ms, from the local server; for curl start usher serve\n"))
    #expect(sent.errors.contains(#"# {"sessionInfo":"[removed]"}"#))
    let id = sent.json?["pending"]?["verification_id"]?.string ?? "none"
    #expect(!sent.errors.contains(id))
  }

  @Test func theVariableShowsTheAnswersToo() {
    tool.environment["USHER_DEBUG"] = "1"
    #expect(tool.run("methods", "kim@example.com").errors.contains("# HTTP 200 in "))
    tool.environment["USHER_DEBUG"] = nil
    #expect(!tool.run("methods", "kim@example.com").errors.contains("HTTP"))
  }

  @Test func aServerThatDoesNotAnswerIsShown() {
    tool.environment["FIREBASE_AUTH_EMULATOR_HOST"] = "127.0.0.1:9099"
    tool.network = TransportStub(
      [TransportStub.Answer](repeating: .failure(.timedOut(seconds: 15)), count: 1))
    let outcome = tool.run("verify-phone", "+16505553434", "--testing", "--show-requests")
    #expect(outcome.errors.contains("# no answer in 0 ms: no answer within 15 s\n"))
  }

  @Test(arguments: [
    ("password", "PASSWORD"), ("newPassword", "NEW_PASSWORD"), ("idToken", "ID_TOKEN"),
    ("refreshToken", "REFRESH_TOKEN"), ("refresh_token", "REFRESH_TOKEN"), ("token", "TOKEN"),
    ("code", "CODE"),
    ("oobCode", "OOB_CODE"), ("sessionInfo", "SESSION_INFO"), ("verificationCode", "VERIFICATION_CODE"),
    ("sharedSecretKey", "SHARED_SECRET_KEY"), ("mfaPendingCredential", "MFA_PENDING_CREDENTIAL"),
    ("temporaryProof", "TEMPORARY_PROOF"), ("androidVerificationProof", "ANDROID_VERIFICATION_PROOF"),
    ("pendingToken", "PENDING_TOKEN"), ("postBody", "POST_BODY"), ("oauthAccessToken", "OAUTH_ACCESS_TOKEN"),
    ("recaptchaToken", "RECAPTCHA_TOKEN"), ("captchaResponse", "CAPTCHA_RESPONSE"),
    ("iosReceipt", "IOS_RECEIPT"),
    ("iosSecret", "IOS_SECRET"), ("appToken", "APP_TOKEN"), ("clientSecret", "CLIENT_SECRET"),
    ("passwordHash", "PASSWORD_HASH"), ("salt", "SALT"), ("signerKey", "SIGNER_KEY"),
    ("apiKey", "USHER_API_KEY"),
    ("oobLink", "OOB_LINK"), ("nonce", "NONCE"),
  ])
  func aSecretIsKnownByItsField(_ field: String, _ variable: String) {
    #expect(body(#"{"\#(field)":"hunter2"}"#) == #"'{"\#(field)":"'"$\#(variable)"'"}'"#)
    #expect(body(#"{"a":[{"b":{"\#(field)":"hunter2"}}]}"#).contains("hunter2") == false)
    #expect(body(#"{"\#(field)":["hunter2"]}"#).contains("hunter2") == false)
    #expect(shown("", query: [QueryItem(field, "hunter2"), QueryItem("x", "1 2")]).hasSuffix("&x=1%202'"))
    #expect(!shown("", query: [QueryItem(field, "hunter2")]).contains("hunter2"))
    #expect(!shown("\(field)=hunter2&x=1").contains("hunter2"))
    #expect(!ShownText(body: Data(#"{"\#(field)":"hunter2"}"#.utf8)).plain.contains("hunter2"))
  }

  @Test func phoneVerificationAndFictionalCodesAreSecretToo() {
    #expect(
      body(#"{"phoneVerificationInfo":{"code":"654321","phoneNumber":"+16505553434","sessionInfo":"s"}}"#)
        == #"'{"phoneVerificationInfo":{"code":"'"$CODE"'","phoneNumber":"+16505553434","sessionInfo":"'"$SESSION_INFO"'"}}'"#
    )
    #expect(
      body(#"{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+16505553434":"654321"}}}}"#)
        == #"'{"signIn":{"phoneNumber":{"testPhoneNumbers":{"+16505553434":"'"$TEST_PHONE_NUMBERS"'"}}}}'"#)
  }

  @Test func aStateIsASecretOnTheWayBackFromAProviderOnly() {
    let text = #"{"mfa":{"state":"ENABLED"}}"#
    #expect(body(text) == "'\(text)'")
    #expect(!shown("code=c&state=hunter2").contains("hunter2"))
    #expect(!shown("", query: [QueryItem("state", "hunter2")]).contains("hunter2"))
  }

  @Test func linksThatDoSomethingAreSecrets() {
    for link in ["https://x.firebaseapp.com/__/auth/action?oobCode=c0de", "http://127.0.0.1:41234/c0de"] {
      #expect(!body(#"{"continueUrl":"\#(link)"}"#).contains("c0de"))
    }
    #expect(body(#"{"continueUrl":"https://example.com/done"}"#).contains("https://example.com/done"))
  }

  @Test func headersHoldNoSecretsEither() {
    let line = shown(
      "", headers: ["Authorization": "Bearer hunter2", "X-Firebase-AppCheck": "hunter2", "X-Mine": "kept"])
    #expect(!line.contains("hunter2"))
    #expect(
      line.contains(
        #"-H 'Authorization: Bearer '"$TOKEN" -H 'X-Firebase-AppCheck: '"$X_FIREBASE_APP_CHECK" -H 'X-Mine: kept'"#
      ))
  }

  @Test func whatIsNoSecretStays() {
    let text =
      #"{"email":"kim@example.com","languageCode":"es","requestType":"EMAIL_SIGNIN","returnSecureToken":true}"#
    #expect(body(text) == "'\(text)'")
    #expect(ShownText(body: Data([0xFF, 0x00])).plain == "[2 bytes]")
    #expect(ShownText(body: Data("<html>a=b</html>".utf8)).plain == "[16 bytes]")
  }

  /// A shell puts together what is shown; foreign text in it does nothing.
  @Test func theCommandRunsAsItStands() throws {
    let nasty = #"it's $(touch pwned) `x` "q" \n; "#
    let line = shown(JSONValue.object([.init("displayName", .string(nasty)), .init("idToken", "t")]).text)
    let seen = try Program("sh", "-c", "curl() { printf '%s\\n' \"$@\"; }; ID_TOKEN='tok'; " + line).run(
      in: tool.folder.path)
    let sent = try #require(seen.split(separator: "\n").last)
    #expect(
      JSONValue(json: sent) == .object([.init("displayName", .string(nasty)), .init("idToken", "tok")]))
    #expect(!tool.folder.names().contains("pwned"))
  }

  @Test func noSecretOfAWholeLifeIsShown() throws {
    tool.environment["USHER_DEBUG"] = "1"
    let secretFile = tool.folder.path + "/totp"
    var shown = ""
    var secrets: Set = [ToolHarness.password, "an0ther password"]
    func run(_ words: String..., input: String = "") throws -> ToolHarness.Outcome {
      let outcome = tool.run(words, input: input)
      try #require([0, 3].contains(outcome.status), "\(words): \(outcome.errors)")
      shown += outcome.errors
      let key = Binding(profile: "local", endpoint: "local", project: "demo-usher").session()
      let tokens = try tool.state[key]?.tokens
      secrets.formUnion([tokens?.idToken.text, tokens?.refreshToken].compactMap(\.self))
      return outcome
    }
    let email = ToolHarness.email
    _ = try run("signup", "--email", email, "--password-stdin", input: ToolHarness.password)
    _ = try run("send-link", "--purpose", "verify-email")
    let link = try run("local", "outbox", "--email", email, "--latest", "--field", "link").lines[0]
    secrets.insert(try #require(link.firstMatch(of: /oobCode=([^&]+)/).map { String($0.1) }))
    _ = try run("complete-link", link)
    tool.clock.advance(1)
    _ = try run("signin", "password", "--email", email, "--password-stdin", input: ToolHarness.password)
    _ = try run("mfa", "enroll", "totp", "--secret-file", secretFile, "--no-wait")
    secrets.insert(try #require(tool.folder.text(of: "totp")?.split(separator: "\n").first.map(String.init)))
    _ = try run("confirm-code", try run("mfa", "code", "--secret-file", secretFile).lines[0])
    tool.clock.advance(60)
    _ = try run(
      "signin", "password", "--email", email, "--password-stdin", "--totp-secret-file", secretFile,
      input: ToolHarness.password)
    _ = try run("token", "--refresh")
    secrets.insert(try run("token", "--session-cookie", "1h").lines[0])
    _ = try run("account", "update", "--password-stdin", input: "an0ther password")
    _ = try run("local", "test-number", "add", "+16505550142", "142857")
    _ = try run("verify-phone", "+16505550142", "--as", "other")
    _ = try run("confirm-code", "142857", "--as", "other")
    secrets.insert("142857")
    #expect(shown.split(separator: "\n").count { $0.hasPrefix("curl ") } > 15)
    #expect(secrets.count > 8)
    for secret in secrets { #expect(!shown.contains(secret), "\(secret)") }
  }
}
