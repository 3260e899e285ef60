import Administration
import AuthServer
import Crypto
import Essentials
import HTTP
import IdentityToolkit
import LibC
import TestSupport
import Testing

@testable import UsherTool

/// The commands of `project`, at a project of Google's.
@Suite struct AdministrationTests {
  let tool = ToolHarness()
  let google: GoogleStandIn

  init() throws {
    google = try GoogleStandIn(tool.clock)
    tool.network = google
    tool.environment["USHER_ACCESS_TOKEN"] = "ya29.token"
  }

  private static let place = ["--endpoint", "production", "--project", "my-app"]

  private func run(_ words: String..., terminal: ScriptedTerminal? = nil) -> ToolHarness.Outcome {
    tool.run(words + Self.place, terminal: terminal)
  }

  /// Eleven other jobs may have overwritten the change before.
  @Test func aChangeIsMadeAgainAsLongAsTheTimeoutAllows() throws {
    let answers = Array(repeating: "{}", count: 16) + [#"{"authorizedDomains":["preview-12.web.app"]}"#]
    let stub = TransportStub(answers.map { TransportStub.Answer.success(.json($0)) })
    tool.network = stub
    #expect(
      tool.run(
        "project", "domain", "add", "https://preview-12.web.app/x?y", "--endpoint", "http://127.0.0.1:9099"
      ).status == 0)
    // Each change begins with what the last job left.
    #expect(stub.requests.map(\.method).dropFirst().prefix(6) == [.get, .patch, .get, .get, .patch, .get])
  }

  // MARK: - Who may

  @Test func withoutACredentialNothingIsSent() {
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    let outcome = run("project", "get", "--json")
    #expect(outcome.status == 78 && outcome.json?["error"]?["code"] == "usher/no-administrator")
    #expect(google.requests.isEmpty)
  }

  @Test func theTokenGoesToGoogleInAHeaderAlone() throws {
    #expect(run("project", "get", "mfa.state").output == "ENABLED\n")
    let request = try #require(google.requests.first)
    #expect(google.requests.count == 1)
    #expect(request.url == "https://identitytoolkit.googleapis.com/v2/projects/my-app/config")
    #expect(request.headers["Authorization"] == "Bearer ya29.token")
    #expect(request.headers["X-Goog-User-Project"] == nil && !request.takesRedirects)
  }

  @Test func aFileComesBeforeTheVariable() throws {
    tool.folder.write("ya29.file\n", to: "token")
    _ = run("project", "get", "--access-token-file", tool.folder.path + "/token")
    _ = tool.run(["project", "get", "--access-token-file", "-"] + Self.place, input: "ya29.pipe")
    #expect(google.requests.map { $0.headers["Authorization"] } == ["Bearer ya29.file", "Bearer ya29.pipe"])
  }

  @Test func twoCredentialsAreRefused() {
    let outcome = run("project", "get", "--gcloud", "--access-token-file", "x")
    #expect(outcome.status == 64 && google.requests.isEmpty)
  }

  @Test func aPersonsRequestsAreChargedToTheProject() {
    google.answer { request in
      request.path == "/token"
        ? .json(#"{"access_token":"ya29.kim","expires_in":3599,"token_type":"Bearer"}"#) : nil
    }
    tool.folder.write(
      #"{"type":"authorized_user","client_id":"i","client_secret":"s3cret-s3cret","refresh_token":"1//refresh"}"#,
      to: "user.json")
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    tool.environment["GOOGLE_APPLICATION_CREDENTIALS"] = tool.folder.path + "/user.json"
    #expect(run("project", "get").status == 0)
    #expect(run("project", "get", "--billing-project", "other").status == 0)
    #expect(google.requests.map(\.origin).filter { $0 == "https://oauth2.googleapis.com" }.count == 2)
    #expect(google.requests.compactMap { $0.headers["X-Goog-User-Project"] } == ["my-app", "other"])
    #expect(
      google.requests.compactMap { $0.headers["Authorization"] } == ["Bearer ya29.kim", "Bearer ya29.kim"])
    let file = tool.folder.path(of: "user.json")
    #expect(run("project", "get", "--json").json?["warnings"] == [])
    chmod(file, 0o604)
    #expect(
      run("project", "get").errors.hasPrefix(
        "warning: \(file) contains a secret, and others may read it\n"))
  }

  @Test func aKeySignsAnAssertionThatIsNotShown() throws {
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    let tokens = #"{"access_token":"ya29.robot","expires_in":3599,"token_type":"Bearer"}"#
    google.answer { $0.path == "/token" ? .json(tokens) : nil }
    let key: JSONValue = [
      "type": "service_account", "client_email": "ci@my-app.iam.gserviceaccount.com",
      "private_key": .string(TestKeys.own.pem), "token_uri": "https://oauth2.googleapis.com/token",
    ]
    tool.folder.write(key.text, to: "key.json")
    let outcome = run("project", "get", "--service-account", tool.folder.path + "/key.json", "--debug")
    #expect(outcome.status == 0 && !outcome.errors.contains("assertion"), "\(outcome.errors)")
    #expect(!(outcome.errors + outcome.output).contains("eyJ") && !outcome.errors.contains("ya29"))
    #expect(google.requests.last?.headers["Authorization"] == "Bearer ya29.robot")
    #expect(google.requests.allSatisfy { $0.headers["X-Goog-User-Project"] == nil })
  }

  @Test func aTokenOfALocalServerDoesNotGoToGoogle() throws {
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    google.answer {
      $0.path == "/token" ? .json(#"{"access_token":"local","expires_in":3599,"token_type":"Bearer"}"#) : nil
    }
    let key: JSONValue = [
      "type": "service_account", "client_email": "ci@my-app.iam.gserviceaccount.com",
      "private_key": .string(TestKeys.own.pem), "token_uri": "http://127.0.0.1:9099/token",
    ]
    tool.folder.write(key.text, to: "key.json")
    let outcome = run("project", "get", "--service-account", tool.folder.path + "/key.json")
    #expect(outcome.status == 64, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "the credential belongs to the local server at http://127.0.0.1:9099, not to Google"))
    #expect(google.requests.map(\.origin) == ["http://127.0.0.1:9099"])
  }

  @Test func aVariableDoesNotLeadATokenElsewhere() {
    tool.environment["USHER_ENDPOINT"] = "https://auth.example.com"
    tool.environment["USHER_PROJECT"] = "acme"
    tool.folder.write("{}", to: "key.json")
    for words in [["--service-account", "key.json"], ["--access-token-file", "-"], ["--gcloud"]] {
      let outcome = tool.run(["project", "get"] + words, input: "ya29.token")
      #expect(outcome.status == 64, "\(outcome.errors)")
    }
    let named = tool.run(
      "project", "get", "--endpoint", "http://127.0.0.1:9099", "--access-token-file", "-", input: "ya29.token"
    )
    #expect(named.status == 64 && google.requests.allSatisfy { $0.headers["Authorization"] == nil })
  }

  @Test func aFolderDoesNotLeadATokenAnywhere() {
    tool.run("profile", "set", "project", "my-app", "-p", "work")
    tool.run("profile", "set", "endpoint", "production", "-p", "work")
    tool.folder.write("work\n", to: ".usher-profile")
    let outcome = tool.run("project", "get")
    #expect(outcome.status == 64, "\(outcome)")
    #expect(google.requests.isEmpty)
  }

  @Test func aLocalServerNeedsNoGoogleCredential() {
    tool.environment["GOOGLE_APPLICATION_CREDENTIALS"] = "/nowhere"
    // Who set the variable is told that its credential does not count.
    #expect(
      tool.run("project", "get", "mfa.state")
        == .init(
          0, output: "ENABLED\n",
          errors: """
            usher does not use USHER_ACCESS_TOKEN: it is not for the local server
            usher does not use GOOGLE_APPLICATION_CREDENTIALS: it is not for the local server

            """))
    #expect(google.requests.isEmpty)
  }

  @Test func aVariableNamesTheCredentialOfALocalServer() throws {
    let server = IdentityToolkitServer(
      store: try Store(at: .memory), project: "my-app", policy: .strict,
      clock: { [clock = tool.clock] in clock.now },
      random: SecureRandom.bytes, pause: { _ in }, version: "0.1.0")
    tool.network = ServedTransport(server: server)
    let place = ["--endpoint", "http://127.0.0.1:9099", "--project", "my-app"]
    let file = tool.folder.path(of: "viewer.json")
    #expect(
      tool.run(["local", "service-account", file, "--role", "roles/firebaseauth.viewer"] + place).status == 0)
    // Whoever mistypes the path must not act as the owner, who may do everything.
    tool.environment["GOOGLE_APPLICATION_CREDENTIALS"] = "/nowhere"
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    let enabling = ["project", "enable", "anonymous", "--yes"] + place
    let mistyped = tool.run(enabling)
    #expect(mistyped == tool.run(enabling + ["--service-account", "/nowhere"]))
    #expect(mistyped.status == 65, "\(mistyped)")
    tool.environment["GOOGLE_APPLICATION_CREDENTIALS"] = file
    for destination in [place, ["--project", "my-app"]] {
      tool.environment["USHER_ENDPOINT"] = "http://127.0.0.1:9099"
      #expect(tool.run(["project", "get", "mfa.state"] + destination).status == 0)
      let refused = tool.run(["project", "disable", "phone"] + destination)
      #expect(refused.status == 77 && refused.errors.contains("roles/firebaseauth.admin"), "\(refused)")
    }
    let other = tool.run(
      "project", "disable", "phone", "--endpoint", "http://127.0.0.1:9098", "--project", "my-app", "--json")
    #expect(other.json?["error"]?["code"] == "usher/foreign-credential", "\(other)")
    // The option counts before the variable with a token.
    let option = tool.run(["project", "disable", "phone", "--service-account", file] + place)
    #expect(option.status == 77 && option.errors.contains("roles/firebaseauth.admin"), "\(option)")
  }

  @Test func doctorSaysWhichCredentialItDoesNotUse() {
    let outcome = tool.run("doctor", "--gcloud", "--json")
    let check = outcome.json?["checks"]?.array?.first { $0["name"] == "administrator" }
    #expect(
      check?["text"] == "--gcloud is not used, because doctor checks only projects at Google", "\(outcome)")
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    tool.environment["GOOGLE_APPLICATION_CREDENTIALS"] = "/nowhere"
    #expect(
      tool.run("doctor").output.contains(
        "GOOGLE_APPLICATION_CREDENTIALS is not used, because doctor checks only projects at Google"))
  }

  @Test func aCommandOfTheLocalServerSaysWhichCredentialItDoesNotUse() {
    tool.environment["GOOGLE_APPLICATION_CREDENTIALS"] = "/nowhere"
    #expect(
      tool.run("local", "outbox", "--endpoint", "local")
        == .init(
          0,
          errors: """
            usher does not use USHER_ACCESS_TOKEN: this command acts as the local server's owner
            usher does not use GOOGLE_APPLICATION_CREDENTIALS: this command acts as the local server's owner
            No messages for project demo-usher.

            """))
    // A command of another kind names nothing that it has no use for.
    #expect(tool.run("status", "--endpoint", "local").errors == "")
  }

  @Test func aCredentialIsNotForTheEmbeddedServer() {
    tool.folder.write("{}", to: "auth.json")
    let outcome = tool.run("project", "diff", "local", tool.folder.path(of: "auth.json"), "--gcloud")
    #expect(outcome.status == 64 && outcome.errors.contains("--gcloud is for Google's service alone"))
  }

  @Test func theNamesOfALocalServerNeverReachGoogle() {
    for words in [
      ["users", "list"], ["project", "get"], ["provider", "list"], ["tenant", "list"],
      ["test-number", "list"],
    ] {
      let outcome = tool.run(["local"] + words + Self.place + ["--json"])
      #expect(outcome.status == 64 && outcome.json?["error"]?["code"] == "usher/not-local", "\(outcome)")
    }
    #expect(google.requests.isEmpty)
  }

  // MARK: - Never by accident

  @Test func aScriptConfirmsAChange() {
    let refused = run("project", "disable", "phone")
    #expect(refused.status == 64 && refused.errors.contains("--yes") && google.changes.isEmpty)
    #expect(run("project", "disable", "phone", "--yes").output == "phone: on → off\n")
    #expect(run("project", "disable", "phone").output == "phone: off, as before\n")
    #expect(google.changes.map(\.query) == [[QueryItem("updateMask", "signIn.phoneNumber.enabled")]])
  }

  @Test func aPersonIsShownTheChangeAndTheProject() {
    let no = ScriptedTerminal(answers: ["n"])
    #expect(run("project", "disable", "mfa-totp", terminal: no).status == 1)
    #expect(no.transcript == ["mfa-totp: on → off", "Change the project my-app?", "Yes or no? [no]: "])
    #expect(google.changes.isEmpty)
    let yes = ScriptedTerminal(answers: ["y"])
    #expect(run("project", "disable", "mfa-totp", terminal: yes).output == "mfa-totp: on → off\n")
    #expect(google.changes.count == 1)
  }

  @Test func theKeysAndTheAddressOfASAMLProviderAreShown() throws {
    let no = ScriptedTerminal(answers: ["n"])
    let file = tool.file(LocalProviderCommandTests.metadata)
    let outcome = run(
      "project", "provider", "set", "saml.acme", "--metadata-file", file, "--client-id", "my-app",
      terminal: no)
    #expect(outcome.status == 1)
    let base64 = LocalProviderCommandTests.certificate.split(separator: "\n").joined()
    let der = Array(try #require(Data(base64Encoded: base64)))
    let hash = Digest.sha256(der).map { Hex.encode([$0]).uppercased() }.joined(separator: ":")
    #expect(
      no.transcript == [
        "saml.acme: not set → enabled", "issuer: not set → https://idp.example",
        "client ID: not set → my-app", "sign-on address: https://idp.example/sso",
        "certificate, SHA-256: " + hash, "Change the project my-app?", "Yes or no? [no]: ",
      ])
  }

  @Test func anAccountIsDeletedByItsUid() {
    #expect(run("project", "users", "add", "--uid", "kim", "--email", "kim@example.com", "--yes").status == 0)
    let wrong = ScriptedTerminal(answers: ["y"])
    #expect(run("project", "users", "delete", "kim@example.com", terminal: wrong).status == 1)
    #expect(run("project", "users", "list").output == "kim  kim@example.com\n")
    let right = ScriptedTerminal(answers: ["kim"])
    #expect(run("project", "users", "delete", "kim@example.com", terminal: right).output == "Deleted kim.\n")
    #expect(
      right.transcript == [
        "Delete the account kim@example.com (uid kim) at the project my-app at Google?", "Type kim: ",
      ])
    #expect(run("project", "users", "list").output == "")
  }

  @Test(arguments: [
    ["enable", "anonymous"], ["disable", "phone"], ["set", "mfa.state", "MANDATORY"],
    ["domain", "add", "x.example.com"], ["region", "allow", "--only", "VN"],
    ["test-number", "add", "+16505550100", "246813"],
    ["tenant", "create", "acme"], ["users", "add", "--uid", "mo"], ["init"],
    ["provider", "set", "oidc.hr", "--issuer", "https://id.test", "--client-id", "hr"],
  ])
  func aDryRunSendsNothing(_ words: [String]) throws {
    let outcome = tool.run(["project"] + words + ["--dry-run", "--json"] + Self.place)
    #expect(outcome.status == 0, "\(outcome.errors)")
    let requests = try #require(outcome.json?["requests"]?.array)
    #expect(requests.count == 1 && requests[0].string?.hasPrefix("curl -X P") == true)
    #expect(!outcome.output.contains("ya29") && google.changes.isEmpty)
  }

  // MARK: - Refusals

  private static let refusals: [(body: String, status: Int, exit: Int32, word: String)] = [
    (
      #"{"error":{"code":403,"message":"The caller does not have permission","status":"PERMISSION_DENIED"}}"#,
      403, 77, "roles/firebaseauth.viewer"
    ),
    (
      #"{"error":{"code":403,"message":"Identity Toolkit API has not been used in project 1 before or it is disabled.","status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"SERVICE_DISABLED","domain":"googleapis.com"}]}}"#,
      403, 12, "apis/library/identitytoolkit"
    ),
    (
      #"{"error":{"code":403,"message":"Request had insufficient authentication scopes.","status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT","domain":"googleapis.com"}]}}"#,
      403, 77, "scope"
    ),
    (
      #"{"error":{"code":403,"message":"Caller does not have required permission to use project x.","status":"PERMISSION_DENIED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"USER_PROJECT_DENIED","domain":"googleapis.com"}]}}"#,
      403, 77, "--billing-project"
    ),
    (
      #"{"error":{"code":401,"message":"Request had invalid authentication credentials.","status":"UNAUTHENTICATED"}}"#,
      401, 77, "access token"
    ),
    (#"{"error":{"code":404,"message":"CONFIGURATION_NOT_FOUND"}}"#, 404, 12, "usher project init"),
  ]

  @Test(arguments: refusals)
  func aRefusalNamesWhatMendsIt(body: String, status: Int, exit: Int32, word: String) {
    google.answer { _ in .json(body, status: status) }
    let outcome = run("project", "get")
    #expect(outcome.status == exit && outcome.errors.contains(word), "\(outcome.errors)")
  }

  @Test func aChangeNamesTheRoleThatItNeeds() {
    let body =
      #"{"error":{"code":403,"message":"The caller does not have permission","status":"PERMISSION_DENIED"}}"#
    google.answer { $0.method == .get && !$0.path.hasSuffix("/tenants") ? nil : .json(body, status: 403) }
    #expect(run("project", "enable", "anonymous", "--yes").status == 0)
    let change = run("project", "disable", "anonymous", "--yes")
    #expect(change.status == 77 && change.errors.contains("roles/firebaseauth.admin"), "\(change.errors)")
    let tenant = run("project", "tenant", "create", "acme", "--yes")
    #expect(tenant.status == 77 && tenant.errors.contains("roles/identityplatform.admin"))
    let tenants = run("project", "tenant", "list")
    #expect(tenants.status == 77 && tenants.errors.contains("roles/identityplatform.viewer"))
  }

  @Test func billingIsMissing() {
    google.answer { request in
      request.path.hasSuffix(":initializeAuth")
        ? .json(
          #"{"error":{"code":400,"message":"BILLING_NOT_ENABLED : Billing is not enabled."}}"#, status: 400)
        : nil
    }
    let outcome = run("project", "init", "--yes")
    #expect(outcome.status == 12 && outcome.errors.contains("usage/details"), "\(outcome.errors)")
  }

  // MARK: - Lists

  @Test func aListIsWrittenPageByPage() throws {
    for number in 1...3 { _ = run("project", "users", "add", "--uid", "u\(number)", "--yes") }
    let json = run("project", "users", "list", "--json")
    #expect(json.json?["users"]?.array?.compactMap { $0["uid"] } == ["u1", "u2", "u3"])
    #expect(json.json?["status"] == "ok" && json.json?["warnings"] == [])
    let two = run("project", "users", "list", "--limit", "2")
    #expect(two == .init(0, output: "u1\nu2\n", errors: "Accounts: 2.\n"))
    #expect(run("project", "users", "list", "--filter", "u3", "--field", "users.0.uid").output == "u3\n")
    #expect(run("project", "users", "list", "--filter", "u4").output == "")
  }

  @Test func twoJobsAddDomainsAtOnce() throws {
    // Another job writes the list between this job's reading and writing, once.
    let path = "/v2/projects/my-app/config"
    nonisolated(unsafe) var isFirst = true
    google.answer { [google] request in
      guard request.method == .patch, request.path == path, isFirst else { return nil }
      isFirst = false
      _ = try? google.send(request)
      var other = request
      other.body = Data(#"{"authorizedDomains":["localhost","other.example.com"]}"#.utf8)
      return try? google.send(other)
    }
    #expect(run("project", "domain", "add", "own.example.com", "--yes").status == 0)
    #expect(
      run("project", "domain", "list").lines == ["localhost", "other.example.com", "own.example.com"])
  }

  @Test func theLastDomainIsRemoved() {
    // Google's service leaves out empty lists.
    nonisolated(unsafe) var isEmpty = false
    google.answer { request in
      if request.method == .patch { isEmpty = true }
      return .json(isEmpty ? #"{"name":"x"}"# : #"{"name":"x","authorizedDomains":["a.example.com"]}"#)
    }
    let outcome = run("project", "domain", "remove", "a.example.com", "--yes")
    #expect(outcome.output == "a.example.com: authorized → not authorized\n", "\(outcome)")
    #expect(google.changes.count == 1)
  }

  @Test func allowingARegionDoesNotOpenAllOfThem() {
    nonisolated(unsafe) var isOpen = false
    google.answer { request in
      if request.method == .patch { isOpen = true }
      return .json(isOpen ? #"{"name":"x","smsRegionConfig":{"allowByDefault":{}}}"# : #"{"name":"x"}"#)
    }
    let outcome = run("project", "region", "allow", "US", "--yes")
    #expect(
      outcome
        == .init(
          0, output: "No rule is set for SMS regions: Google's older projects send to all of them then.\n",
          errors: "Nothing changed. To send SMS to these regions and no others, add --only.\n"))
    #expect(google.changes.isEmpty)
    #expect(run("project", "region", "allow", "all", "--yes").status == 0)
    #expect(
      google.changes.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"smsRegionConfig":{"allowByDefault":{}}}"#
      ])
  }

  @Test func secretsOfTheConfigurationAreNotShown() {
    google.answer { _ in
      .json(
        #"{"name":"x","signIn":{"hashConfig":{"algorithm":"SCRYPT","signerKey":"s3cret"}},"notification":{"sendEmail":{"smtp":{"password":"hunter22"}}}}"#
      )
    }
    let get = run("project", "get", "signIn")
    #expect(get.status == 0 && !get.output.contains("s3cret"))
    #expect(run("project", "get", "signIn.hashConfig.signerKey").output == "s3cret\n")
    let set = run("project", "set", "notification.sendEmail.smtp.password", "hunter33", "--yes")
    #expect(!(set.output + set.errors).contains("hunter"))
  }

  @Test func aSecondInitChangesNothing() {
    google.answer { request in
      request.path.hasSuffix(":initializeAuth")
        ? .json(
          #"{"error":{"code":400,"message":"INVALID_PROJECT_ID : Identity Platform has already been enabled for this project."}}"#,
          status: 400) : nil
    }
    #expect(run("project", "init", "--yes").output == "Authentication was already set up in my-app.\n")
  }

  @Test func aNumberIsToldFromTheSignBeforeIt() {
    let change = ConfigurationChange(
      ["config", "numbers"], before: ["+16505550100", "+16505550101"],
      after: ["+16505550101", "+16505550102"])
    #expect(change.line == "config.numbers: - +16505550100, + +16505550102")
  }

  @Test func aLocalProjectIsComparedWithOneAtGoogle() {
    tool.environment["USHER_ACCESS_TOKEN"] = nil
    tool.folder.write("ya29.file", to: "token")
    let file = tool.folder.path + "/token"
    let outcome = tool.run(
      "project", "diff", "local", "--access-token-file", file, "--endpoint", "production", "--project",
      "demo-app")
    #expect([0, 1].contains(outcome.status), "\(outcome)")
    #expect(google.requests.allSatisfy { $0.headers["Authorization"] == "Bearer ya29.file" })
  }
}
