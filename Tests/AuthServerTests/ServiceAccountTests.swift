import Administration
import Crypto
import Essentials
import HTTP
import IDTokens
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Administrators with a key file, whose access tokens come from this server.
@Suite struct ServiceAccountTests {
  private static let accounts = "v1/projects/demo-test/accounts"
  private static let ci = "ci@demo-test.iam.gserviceaccount.com"

  @Test func aNewAccountHasAKeyFileLikeThoseOfTheConsole() throws {
    let server = try ServerHarness()
    let file = try server.createServiceAccount()
    let key = try PrivateKey(pem: try #require(file.privateKey))
    let email = try #require(file.clientEmail)
    #expect(
      email.wholeMatch(of: /firebase-adminsdk-[a-z0-9]{5}@demo-test\.iam\.gserviceaccount\.com/) != nil)
    #expect(
      file
        == .init(
          projectID: "demo-test", privateKeyID: Hex.encode(Digest.sha256(key.publicKey.modulus).prefix(20)),
          privateKey: file.privateKey ?? "", email: email,
          tokenURI: "http://127.0.0.1:9099/oauth2.googleapis.com/token"))
    #expect(file.type == "service_account")
    let json = String(decoding: try JSONEncoder().encode(file), as: UTF8.self)
    #expect(
      Set(try #require(JSONValue(json: json)?.members).map(\.name)) == [
        "type", "project_id", "private_key_id", "private_key", "client_email", "token_uri",
      ])
    #expect(file.privateKey?.hasPrefix("-----BEGIN PRIVATE KEY-----\nMIIE") == true)
    var dumped = ""
    dump(file, to: &dumped)
    #expect(dumped == "- a key file\n")
    #expect("\(file)" == "a key file")
  }

  @Test func anAccountIsMadeOnceAndByTheOwnerAlone() throws {
    let server = try ServerHarness(ownerToken: "s3cret")
    let path = "/emulator/v1/projects/demo-test/serviceAccounts"
    let body = #"{"email":"\#(Self.ci)","roles":["roles/firebaseauth.viewer"]}"#
    func create(_ body: String, _ token: String) throws -> HTTPResponse {
      try server.bear(token, .post, path, body: body)
    }
    #expect(try server.send(.post, path, body: body).status == 403)
    let made = try create(body, "s3cret")
    let file: CreateServiceAccount.Response = try ServerHarness.decode(made)
    #expect(file.tokenURI == "https://oauth2.googleapis.com/token")
    #expect(try create(body, server.accessToken(of: file)).status == 403)
    #expect(
      shown(try create(body, "s3cret"))
        == #"409 {"error":{"code":409,"errors":[{"domain":"global","message":"Service account \#(Self.ci) already exists within project projects/demo-test.","reason":"alreadyExists"}],"message":"Service account \#(Self.ci) already exists within project projects/demo-test.","status":"ALREADY_EXISTS"}}"#
    )
    let problem =
      "INVALID_ARGUMENT : usher.serviceAccountRoles is a map of service accounts to lists of roles: "
      + "roles/firebaseauth.viewer, roles/firebaseauth.admin, roles/identityplatform.viewer, "
      + "roles/identityplatform.admin, roles/iam.serviceAccountTokenCreator, roles/iam.workloadIdentityUser."
    for body in [#"{"email":"x"}"#, #"{"email":"b@example.com","roles":["roles/owner"]}"#] {
      let message = JSONValue(json: try create(body, "s3cret").body)?["error"]?["message"]
      #expect(message == .string(body.contains("owner") ? problem : "INVALID_EMAIL"))
    }
    // What was refused left nothing.
    let config = try JSONDecoder().decode(
      JSONValue.self, from: server.bear("s3cret", .get).body)
    #expect(config["usher"]?["customTokenSigners"]?.members?.map(\.name) == [Self.ci])
    #expect(
      config["usher"]?["serviceAccountRoles"]
        == .object([.init(Self.ci, ["roles/firebaseauth.viewer"])]))
  }

  @Test(arguments: [Policy.quick, .quickEmulator], [nil, "s3cret"])
  func usherSignsInWithAKeyFileAndAdministers(policy: Policy, ownerToken: String?) throws {
    let server = try ServerHarness(policy: policy, ownerToken: ownerToken)
    let made = try server.bear(
      ownerToken ?? "owner", .post, "/emulator/v1/projects/demo-test/serviceAccounts")
    let file: CreateServiceAccount.Response = try ServerHarness.decode(made)
    let token = try server.accessTokens(of: file).token()
    #expect(token.text.hasPrefix("usher-access-token."))
    #expect(token.expiry == server.clock.now + 3539)
    #expect(token.owner == .workload)
    #expect(try server.bear(token.text, .post, Self.accounts, body: #"{"localId":"kim"}"#).status == 200)
    #expect(
      try server.bear(
        token.text, .patch, "v2/projects/demo-test/config", query: [.init("updateMask", "signIn.anonymous")],
        body: #"{"signIn":{"anonymous":{"enabled":false}}}"#
      ).status == 200)
    #expect(try server.bear(token.text, .get, "v2/projects/demo-test/tenants").status == 200)
    // The older routes do not name a project.
    for path in ["v1/accounts:lookup", "/www.googleapis.com/identitytoolkit/v3/relyingparty/getAccountInfo"] {
      let found = try server.bear(token.text, .post, path, body: #"{"localId":["kim"]}"#)
      #expect(JSONValue(json: found.body)?["users"]?.array?.first?["localId"] == "kim")
    }
    let list = try server.bear(token.text, .get, Self.accounts + ":batchGet")
    #expect(JSONValue(json: list.body)?["users"]?.array?.count == 1)
  }

  @Test func theTokenEndpointAnswersAsGoogles() throws {
    let server = try ServerHarness()
    let file = try server.addServiceAccount(Self.ci)
    let response = try server.grant(file)
    let answer = try #require(JSONValue(json: response.body))
    #expect(answer["expires_in"] == 3599)
    #expect(answer["token_type"] == "Bearer")
    #expect(answer.members?.count == 3)
    #expect(response.headers["Cache-Control"] == "no-store")
    for audience in ["https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token"] {
      #expect(try server.grant(file) { $0["aud"] = .string(audience) }.status == 200)
    }
    #expect(try server.grant(file) { $0["sub"] = .string(Self.ci) }.status == 200)
  }

  private static let badTime =
    "Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat "
    + "and exp values in the JWT claim."
  private static let badScope = "Invalid OAuth scope or ID token audience provided."

  @Test(
    arguments: [
      (
        "iss", .string("nobody@demo-test.iam.gserviceaccount.com"), "invalid_grant",
        "Invalid grant: account not found"
      ),
      ("iss", 1, "invalid_grant", "Invalid grant: account not found"),
      ("aud", "https://example.com/token", "invalid_grant", "Invalid JWT: Failed audience check."),
      (
        "aud", ["https://oauth2.googleapis.com/token"], "invalid_grant", "Invalid JWT: Failed audience check."
      ),
      ("exp", 1_800_003_601, "invalid_grant", badTime), ("exp", 1_799_999_940, "invalid_grant", badTime),
      ("exp", .null, "invalid_grant", badTime), ("iat", "1800000000", "invalid_grant", badTime),
      ("iat", 1_800_000_061, "invalid_grant", badTime), ("iat", .integer(.min), "invalid_grant", badTime),
      ("scope", "", "invalid_scope", badScope), ("scope", .null, "invalid_scope", badScope),
      ("scope", "cloud-platform", "invalid_scope", badScope),
      (
        "scope", "https://www.googleapis.com/auth/ https://www.googleapis.com/auth/firebase", "invalid_scope",
        badScope
      ),
    ] as [(String, JSONValue, String, String)])
  func anAssertionIsRefusedInGooglesWords(
    claim: String, value: JSONValue, code: String, description: String
  ) throws {
    let server = try ServerHarness()
    let file = try server.addServiceAccount(Self.ci)
    let response = try server.grant(file) { $0[claim] = value }
    #expect(shown(response) == #"400 {"error":"\#(code)","error_description":"\#(description)"}"#)
  }

  @Test func otherGrantsAndForgeriesAreRefused() throws {
    let server = try ServerHarness()
    let file = try server.addServiceAccount(Self.ci)
    func refusal(_ form: [String: String]) throws -> String {
      shown(try server.postForm("/oauth2.googleapis.com/token", form))
    }
    let bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    #expect(
      shown(try server.grant(file, signedBy: TestKeys.other))
        == #"400 {"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#)
    let unsigned = JWT.unsigned(["iss": .string(Self.ci)])
    #expect(
      try refusal(["grant_type": bearer, "assertion": unsigned])
        == #"400 {"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#)
    #expect(
      shown(try server.grant(file) { $0["sub"] = "boss@example.com" })
        == #"401 {"error":"unauthorized_client","error_description":"Client is unauthorized to retrieve access tokens using this method, or client not authorized for any of the scopes requested."}"#
    )
    #expect(
      try refusal([:])
        == #"400 {"error":"invalid_request","error_description":"Required parameter is missing: grant_type"}"#
    )
    #expect(
      try refusal(["grant_type": bearer])
        == #"400 {"error":"invalid_request","error_description":"Required parameter is missing: assertion"}"#)
    #expect(
      try refusal(["grant_type": bearer, "assertion": "x"])
        == #"400 {"error":"invalid_request","error_description":"Bad Request"}"#)
    #expect(
      try refusal(["grant_type": "password"])
        == #"400 {"error":"unsupported_grant_type","error_description":"Invalid grant_type: password"}"#)
    #expect(
      try refusal(["grant_type": "refresh_token", "refresh_token": "1//x"])
        == #"401 {"error":"invalid_client","error_description":"The OAuth client was not found."}"#)
    let twice = try server.send(
      .post, "/oauth2.googleapis.com/token", body: "grant_type=\(bearer)&grant_type=password")
    #expect(shown(twice) == #"400 {"error":"invalid_request","error_description":"Bad Request"}"#)
  }

  private static func invalid(_ reason: String) -> String {
    #"401 {"error":{"code":401,"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","domain":"googleapis.com","metadata":{"service":"identitytoolkit.googleapis.com"},"reason":"\#(reason)"}],"message":"Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.","status":"UNAUTHENTICATED"}}"#
  }

  private static func denied(_ message: String, _ reason: String? = nil) -> String {
    let details =
      reason.map {
        #""details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","domain":"googleapis.com","metadata":{"service":"identitytoolkit.googleapis.com"},"reason":"\#($0)"}],"#
      } ?? ""
    return #"403 {"error":{"code":403,\#(details)"message":"\#(message)","status":"PERMISSION_DENIED"}}"#
  }

  @Test func aTokenEndsByTheServersClock() throws {
    let server = try ServerHarness()
    let token = try server.accessToken(of: server.addServiceAccount())
    server.clock.advance(3598)
    #expect(try server.bear(token).status == 200)
    server.clock.advance(1)
    #expect(shown(try server.bear(token)) == Self.invalid("ACCESS_TOKEN_EXPIRED"))
    server.clock.advance(-3599)
    #expect(try server.bear(token).status == 200)
    _ = try server.call(MoveClock.self, .init(offsetSeconds: 3599), asOwner: true)
    #expect(shown(try server.bear(token)) == Self.invalid("ACCESS_TOKEN_EXPIRED"))
    // A token from the future was made before the clock was set back.
    _ = try server.call(MoveClock.self, .init(offsetSeconds: -61), asOwner: true)
    #expect(shown(try server.bear(token)) == Self.invalid("ACCESS_TOKEN_TYPE_UNSUPPORTED"))
  }

  @Test(arguments: [
    ("https://www.googleapis.com/auth/cloud-platform", true),
    ("https://www.googleapis.com/auth/firebase", true),
    ("https://www.googleapis.com/auth/identitytoolkit openid", true),
    ("https://www.googleapis.com/auth/firebase.messaging", false), ("openid email", false),
  ])
  func aTokenCountsWithinItsScopes(scope: String, isEnough: Bool) throws {
    let server = try ServerHarness()
    let token = try server.accessToken(of: server.addServiceAccount(), scope: scope)
    let answer = shown(try server.bear(token))
    #expect(
      isEnough
        ? answer.hasPrefix("200 ")
        : answer
          == Self.denied("Request had insufficient authentication scopes.", "ACCESS_TOKEN_SCOPE_INSUFFICIENT")
    )
  }

  private static let lookup = #"{"localId":["kim"]}"#
  private static let calls: [(method: HTTPMethod, path: String, body: String)] = [
    (.get, "v2/projects/demo-test/config", ""), (.get, "v2/projects/demo-test/oauthIdpConfigs", ""),
    (.post, accounts + ":lookup", lookup), (.post, accounts + ":query", "{}"),
    (.get, accounts + ":batchGet", ""), (.post, "v1/accounts:lookup", lookup),
    (.patch, "v2/projects/demo-test/config", #"{"signIn":{"anonymous":{"enabled":false}}}"#),
    (.post, accounts, "{}"), (.post, accounts + ":update", #"{"localId":"kim","displayName":"Kim"}"#),
    (.post, accounts + ":batchCreate", #"{"users":[{"localId":"lee"}]}"#),
    (.post, "v1/accounts:update", #"{"localId":"kim","displayName":"Kim"}"#),
    (.post, accounts + ":batchDelete", #"{"localIds":["lee"],"force":true}"#),
    (.get, "v2/projects/demo-test/tenants", ""),
    (.post, "v2/projects/demo-test/tenants", #"{"displayName":"acme"}"#),
  ]

  private static let allowed: [ServiceAccountRole: [Int]] = [
    .authViewer: Array(0..<6), .authAdmin: Array(0..<12), .platformViewer: Array(0..<6) + [12],
    .platformAdmin: Array(0..<14), .tokenCreator: [], .workloadUser: [],
  ]

  @Test(arguments: ServiceAccountRole.allCases) func aRoleAllowsItsCalls(role: ServiceAccountRole) throws {
    let server = try ServerHarness(policy: .quick)
    _ = try server.call(BatchCreateAccounts.self, .init(users: [.init(localId: "kim")]), asOwner: true)
    let token = try server.accessToken(of: server.addServiceAccount(roles: [role]))
    let statuses = try Self.calls.map { try server.bear(token, $0.method, $0.path, body: $0.body).status }
    let allowed = try #require(Self.allowed[role])
    #expect(statuses == Self.calls.indices.map { allowed.contains($0) ? 200 : 403 })
  }

  @Test func aRoleThatIsTakenAwayCountsAtOnce() throws {
    let server = try ServerHarness()
    let token = try server.accessToken(of: server.addServiceAccount(Self.ci))
    func setRoles(_ roles: JSONValue) throws {
      _ = try server.setConfig(
        ["usher": ["serviceAccountRoles": .object([.init(Self.ci, roles)])]],
        mask: "usher.serviceAccountRoles")
    }
    #expect(try server.bear(token).status == 200)
    try setRoles([])
    #expect(shown(try server.bear(token)) == Self.denied("The caller does not have permission"))
    try setRoles(["roles/firebaseauth.viewer"])
    #expect(try server.bear(token).status == 200)
    _ = try server.setConfig(["usher": [:]], mask: "usher")
    #expect(shown(try server.bear(token)) == Self.invalid("ACCOUNT_STATE_INVALID"))
  }

  /// Google's service does not have these settings, and they say what a service account may do.
  @Test func noServiceAccountReadsOrChangesRoles() throws {
    let server = try ServerHarness()
    let token = try server.accessToken(of: server.addServiceAccount(Self.ci, roles: [.authAdmin]))
    let roles = #"{"\#(Self.ci)":["roles/identityplatform.admin"]}"#
    for (mask, body) in [
      ("usher.serviceAccountRoles", #"{"usher":{"serviceAccountRoles":\#(roles)}}"#), ("usher", "{}"),
      (nil, #"{"usher":{"serviceAccountRoles":\#(roles)}}"#),
    ] {
      let answer = try server.bear(
        token, .patch, "v2/projects/demo-test/config", query: mask.map { [.init("updateMask", $0)] } ?? [],
        body: body)
      #expect(
        JSONValue(json: answer.body)?["error"]?["message"]
          == "Invalid JSON payload received. Unknown name \"usher\" at 'config': Cannot find field.")
    }
    #expect(JSONValue(json: try server.bear(token).body)?["usher"] == nil)
    #expect(try server.bear(token, .get, "v2/projects/demo-test/tenants").status == 403)
    #expect(JSONValue(json: try server.bear("owner").body)?["usher"]?.members?.count == 2)
  }

  @Test func aTokenCountsInItsProjectAlone() throws {
    let server = try ServerHarness()
    let other = try server.addServiceAccount("ci@other.iam.gserviceaccount.com", project: "other")
    _ = try server.addServiceAccount("ci@other.iam.gserviceaccount.com")
    let token = try server.accessToken(of: other)
    #expect(try server.bear(token, .get, "v2/projects/other/config").status == 200)
    #expect(shown(try server.bear(token)) == Self.denied("The caller does not have permission"))
    let body = #"{"localId":["kim"],"targetProjectId":"demo-test"}"#
    for method in ["lookup", "signInWithPassword"] {
      #expect(try server.bear(token, .post, "v1/accounts:" + method, body: body).status == 403)
    }
    // Its own project is the one of a route that names none.
    #expect(try server.bear(token, .post, "v1/accounts:signUp", body: #"{"localId":"kim"}"#).status == 200)
    #expect(
      try server.call(Lookup.self, .init(localId: ["kim"]), project: "other", asOwner: true).users == nil)
    #expect(
      try server.call(BatchGetAccounts.self, .init(), project: "other", asOwner: true).users?.map(\.localId)
        == ["kim"])
  }

  @Test func aTokenOfAnotherServerIsRefused() throws {
    let (server, foreign) = (try ServerHarness(), try ServerHarness(newSigningKeys: nil))
    _ = try server.addServiceAccount(Self.ci)
    let token = try foreign.accessToken(of: foreign.addServiceAccount(Self.ci))
    #expect(shown(try server.bear(token)) == Self.invalid("ACCESS_TOKEN_TYPE_UNSUPPORTED"))
  }

  @Test func anotherProjectMustNotPay() throws {
    let server = try ServerHarness()
    let token = try server.accessToken(of: server.addServiceAccount())
    #expect(try server.bear(token, payer: "demo-test").status == 200)
    #expect(try server.bear(token, payer: ProjectNumber(of: "demo-test").text).status == 200)
    let answer = JSONValue(json: try server.bear(token, payer: "other").body)?["error"]
    #expect(answer?["status"] == "PERMISSION_DENIED")
    #expect(
      answer?["message"]?.string?.hasPrefix("Caller does not have required permission to use project other.")
        == true)
    #expect(
      answer?["details"] == [
        [
          "@type": "type.googleapis.com/google.rpc.ErrorInfo", "domain": "googleapis.com",
          "metadata": ["consumer": "projects/other", "service": "identitytoolkit.googleapis.com"],
          "reason": "USER_PROJECT_DENIED",
        ]
      ])
    #expect(try server.bear("owner", payer: "other").status == 200)
  }

  @Test func routesOfTheLocalServerStayTheOwners() throws {
    let server = try ServerHarness(ownerToken: "s3cret")
    let file: CreateServiceAccount.Response = try ServerHarness.decode(
      server.bear("s3cret", .post, "/emulator/v1/projects/demo-test/serviceAccounts"))
    let token = try server.accessToken(of: file)
    for path in ["/usher/v1/projects/demo-test/outbox", "/emulator/v1/projects/demo-test/oobCodes"] {
      #expect(try server.bear("s3cret", .get, path).status == 200)
      #expect(try server.bear(token, .get, path).status == 403)
      #expect(try server.send(.get, path).status == 401)
    }
  }

  @Test func aViewerSeesNoHashes() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    func seen(_ role: ServiceAccountRole) throws -> [JSONValue?] {
      let token = try server.accessToken(of: server.addServiceAccount(roles: [role]))
      let list = JSONValue(json: try server.bear(token, .get, Self.accounts + ":batchGet").body)
      let query = JSONValue(json: try server.bear(token, .post, Self.accounts + ":query", body: "{}").body)
      #expect(query?["userInfo"]?.array?.first?["passwordHash"] == "UkVEQUNURUQ=")
      let listed = list?["users"]?.array?.first
      let config = JSONValue(json: try server.bear(token).body)
      return [
        listed?["passwordHash"], listed?["salt"], listed?["passwordHashParameters"],
        config?["signIn"]?["hashConfig"],
      ]
    }
    #expect(try seen(.authViewer) == ["UkVEQUNURUQ=", nil, nil, nil])
    let all = try seen(.authAdmin)
    #expect(!all.contains(nil) && !all.contains("UkVEQUNURUQ="))
    // Secrets of second factors are for the owner's own exports.
    let token = try server.accessToken(of: server.addServiceAccount())
    let secret = try server.bear(token, .get, Self.accounts + ":batchGet", query: [.init("secrets", "true")])
    #expect(shown(secret) == shown(try server.bear(token, .get, Self.accounts + ":batchGet")))
  }

  /// Neither kind of token is ever taken for the other, whatever somebody cuts off or puts before it.
  @Test(arguments: [Policy.quick, .quickEmulator, Policy.quick.with { $0.customTokenSignatures = false }])
  func tokensOfOneKindAreNeverTakenForAnother(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let file = try server.addServiceAccount(Self.ci)
    let access = try server.accessToken(of: file)
    let user = try #require(try server.signUp().idToken)
    let custom = try #require(try server.call(CreateCustomToken.self, .init(uid: "kim")).token)
    let bare = String(access.dropFirst("usher-access-token.".count))
    #expect((try? JWT(access)) == nil)
    for token in [access, bare] {
      #expect(refusal { try server.lookup(token) }?.hasPrefix("INVALID_ID_TOKEN") == true)
      #expect(
        refusal { try server.call(SignInWithCustomToken.self, .init(token: token)) }?.hasPrefix(
          "INVALID_CUSTOM_TOKEN") == true)
      #expect(refusal { try server.refresh(token) } == "INVALID_REFRESH_TOKEN")
      let assertion = try server.postForm(
        "/oauth2.googleapis.com/token",
        ["grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": token])
      #expect(assertion.status == 400)
    }
    let cookie = try? server.call(
      CreateSessionCookie.self, .init(idToken: user, validDuration: "3600"), asOwner: true
    ).sessionCookie
    for token in [user, custom, bare, cookie].compactMap(\.self) {
      #expect(try server.bear(token).status == 401)
      if token != bare { #expect(try server.bear("usher-access-token." + token).status == 401) }
    }
    let claims = try claims(of: bare)
    for forged in [JWT.unsigned(claims), try JWT.signed(claims, by: PrivateKey(pem: file.privateKey ?? ""))] {
      #expect(try server.bear("usher-access-token." + forged).status == 401)
    }
  }
}
