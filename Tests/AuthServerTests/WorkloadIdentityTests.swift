import Administration
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Workloads whose own OpenID provider identifies them, as in CI.
@Suite struct WorkloadIdentityTests {
  private static let number = "projects/demo-test"
  private static let audience =
    "//iam.googleapis.com/\(number)/locations/global/workloadIdentityPools/ci/providers/corp"
  private static let ci = "ci@demo-test.iam.gserviceaccount.com"

  private struct Scene {
    let server: ServerHarness
    let provider: OpenIDProviderFixture

    init(policy: Policy = .quick) throws {
      let clock = TestClock()
      provider = OpenIDProviderFixture(now: { clock.now })
      server = try ServerHarness(policy: policy, identityProviders: provider, clock: clock)
      _ = try server.call(
        CreateProviderConfig<OAuthIdpConfigs>.self,
        [
          "enabled": true, "clientId": "client-1", "issuer": .string(OpenIDProviderFixture.issuer),
        ], query: [.init(OAuthIdpConfigs.idParameter, "oidc.corp")], asOwner: true)
    }

    /// A credentials file as google-github-actions/auth writes it.
    func file(for account: String?) -> JSONValue {
      var file: JSONValue = [
        "type": "external_account", "audience": .string(audience),
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
        "token_url": "https://sts.googleapis.com/v1/token", "credential_source": ["file": "/run/token"],
      ]
      file["service_account_impersonation_url"] = account.map {
        .string(
          "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\($0):generateAccessToken")
      }
      return file
    }

    func token(for account: String? = nil) throws -> String {
      try server.accessTokens(of: file(for: account)) { [provider] in provider.idToken(nonce: nil) }
        .token().text
    }

    /// What the exchange of a subject token gets.
    func exchange(
      _ subject: String? = nil, _ change: [String: String?] = [:]
    ) throws -> HTTPResponse {
      var form: [String: String] = [
        "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "audience": audience,
        "scope": ServerHarness.cloudPlatform,
        "requested_token_type": "urn:ietf:params:oauth:token-type:access_token",
        "subject_token": subject ?? provider.idToken(nonce: nil),
        "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
      ]
      for (name, value) in change { form[name] = value }
      return try server.postForm("/sts.googleapis.com/v1/token", form)
    }

    /// What somebody with `token` gets who asks for a service account's.
    func generate(_ token: String, _ account: String = ci, _ body: String? = nil) throws -> HTTPResponse {
      try server.bear(
        token, .post,
        "/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(account):generateAccessToken",
        body: body ?? #"{"scope":["\#(ServerHarness.cloudPlatform)"],"lifetime":"600s"}"#)
    }
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func aWorkloadActsAsAServiceAccount(policy: Policy) throws {
    let scene = try Scene(policy: policy)
    _ = try scene.server.addServiceAccount(Self.ci)
    let tokens = try scene.server.accessTokens(of: scene.file(for: Self.ci)) { [provider = scene.provider] in
      provider.idToken(nonce: nil)
    }
    let token = try tokens.token()
    #expect(token.expiry == scene.server.clock.now + 3540)
    #expect(try scene.server.bear(token.text).status == 200)
    #expect(
      try scene.server.bear(token.text, .post, "v1/projects/demo-test/accounts", body: "{}").status == 200)
  }

  @Test func theExchangeAnswersAsGoogles() throws {
    let scene = try Scene()
    let answer = try #require(JSONValue(json: try scene.exchange().body))
    #expect(answer["issued_token_type"] == "urn:ietf:params:oauth:token-type:access_token")
    #expect(answer["token_type"] == "Bearer")
    #expect(answer["expires_in"] == 3599)
    #expect(answer.members?.count == 4)
    // Google's own libraries also send JSON in camel case.
    let json: JSONValue = [
      "grantType": "urn:ietf:params:oauth:grant-type:token-exchange", "audience": .string(Self.audience),
      "scope": .string(ServerHarness.cloudPlatform),
      "requestedTokenType": "urn:ietf:params:oauth:token-type:access_token",
      "subjectToken": .string(scene.provider.idToken(nonce: nil)),
      "subjectTokenType": "urn:ietf:params:oauth:token-type:id_token",
    ]
    let response = try scene.server.send(
      .post, "/sts.googleapis.com/v1/token", headers: ["Content-Type": "application/json"], body: json.text)
    #expect(response.status == 200)
    for project in ["demo-test", "12345"] where project == "demo-test" {
      #expect(
        try scene.exchange(nil, ["audience": Self.audience.replacing("demo-test", with: project)]).status
          == 200)
    }
  }

  @Test func aWorkloadItselfMayDoWhatItsPrincipalMay() throws {
    let scene = try Scene()
    let token = try scene.token()
    #expect(
      shown(try scene.server.bear(token))
        == #"403 {"error":{"code":403,"message":"The caller does not have permission","status":"PERMISSION_DENIED"}}"#
    )
    let config = try scene.server.setConfig([:], mask: "usher")
    let number = try #require(config["name"]?.string).split(separator: "/")[1]
    let principal =
      "principal://iam.googleapis.com/projects/\(number)/locations/global/workloadIdentityPools/ci/subject/248289761001"
    _ = try scene.server.setConfig(
      ["usher": ["serviceAccountRoles": .object([.init(principal, ["roles/firebaseauth.viewer"])])]],
      mask: "usher.serviceAccountRoles")
    #expect(try scene.server.bear(token).status == 200)
    #expect(try scene.server.bear(token, .post, "v1/projects/demo-test/accounts", body: "{}").status == 403)
  }

  private static let noProvider =
    "The target service indicated by the \\\"audience\\\" parameters is invalid. This might either be because the pool "
    + "or provider is disabled or deleted or because it doesn't exist."
  private static let badAudience =
    "Invalid value for \\\"audience\\\". This value should be the full resource name of the Identity Provider. See "
    + "https://cloud.google.com/iam/docs/reference/sts/rest/v1/TopLevel/token for the list of possible formats."

  @Test(
    arguments: [
      (["audience": audience.replacing("corp", with: "other")], "invalid_target", noProvider),
      (["audience": audience.replacing("demo-test", with: "4711")], "invalid_target", noProvider),
      (["audience": audience + "/"], "invalid_request", badAudience),
      (["audience": "https:" + audience], "invalid_request", badAudience),
      (["audience": nil], "invalid_request", "Required parameter is missing: audience"),
      (["subject_token": nil], "invalid_request", "Required parameter is missing: subject_token"),
      (["scope": nil], "invalid_scope", "Invalid OAuth scope or ID token audience provided."),
      (["grant_type": "x"], "unsupported_grant_type", "Invalid grant_type: x"),
      (
        ["subject_token_type": "urn:ietf:params:aws:token-type:aws4_request"], "invalid_request",
        "Invalid value for \\\"subject_token_type\\\"."
      ),
      (["subject_token": "x"], "invalid_grant", "Unable to parse the ID Token."),
    ] as [([String: String?], String, String)])
  func anExchangeIsRefusedInGooglesWords(
    change: [String: String?], code: String, description: String
  ) throws {
    let response = try Scene().exchange(nil, change)
    #expect(shown(response) == #"400 {"error":"\#(code)","error_description":"\#(description)"}"#)
  }

  /// The checks are those of sign-ins; here is one of each.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func aSubjectTokenMustBeTheProvidersOwn(policy: Policy) throws {
    let scene = try Scene(policy: policy)
    func refusal(_ change: (inout OpenIDProviderFixture.Behaviour) -> Void) throws -> String {
      var behaviour = OpenIDProviderFixture.Behaviour()
      change(&behaviour)
      scene.provider.behaviour = behaviour
      return shown(try scene.exchange())
    }
    func text(_ description: String) -> String {
      #"400 {"error":"invalid_grant","error_description":"\#(description)"}"#
    }
    let unverified = text("Unable to verify the ID Token signature.")
    #expect(try refusal { $0.signsWithForeignKey = true } == unverified)
    #expect(try refusal { $0.algorithm = "none" } == unverified)
    #expect(try refusal { $0.algorithm = "HS256" } == unverified)
    #expect(
      try refusal { $0.claims = [("aud", "client-2")] }
        == text("The audience in ID Token [client-2] does not match the expected audience client-1."))
    #expect(
      try refusal { $0.claims = [("exp", 1_700_000_000)] }
        == text("ID Token issued at 1800000000 is stale to sign-in."))
    #expect(
      try refusal { $0.claims = [("sub", .string(String(repeating: "x", count: 128)))] }
        == #"400 {"error":"invalid_request","error_description":"The size of mapped attribute google.subject exceeds the 127 bytes limit. Either modify your attribute mapping or the incoming assertion to produce a mapped attribute that is less than 127 bytes."}"#
    )
    scene.provider.behaviour = .init()
    _ = try scene.server.call(
      UpdateProviderConfig<OAuthIdpConfigs>.self, ["enabled": false], config: "oidc.corp",
      query: [.init("updateMask", "enabled")], asOwner: true)
    #expect(
      shown(try scene.exchange())
        == #"400 {"error":"invalid_target","error_description":"\#(Self.noProvider)"}"#)
  }

  @Test func aServiceAccountsTokenSaysHowLongItLives() throws {
    let scene = try Scene()
    _ = try scene.server.addServiceAccount(Self.ci)
    let token = try scene.token()
    let answer = JSONValue(json: try scene.generate(token).body)
    #expect(answer?["expireTime"] == "2027-01-15T08:10:00Z")
    #expect(answer?.members?.count == 2)
    let own = try #require(answer?["accessToken"]?.string)
    scene.server.clock.advance(599)
    #expect(try scene.server.bear(own).status == 200)
    scene.server.clock.advance(1)
    #expect(try scene.server.bear(own).status == 401)
    for body in [
      "{}", #"{"scope":[]}"#, #"{"scope":["x"]}"#,
      #"{"scope":["\#(ServerHarness.cloudPlatform)"],"lifetime":"43201s"}"#,
      #"{"scope":["\#(ServerHarness.cloudPlatform)"],"lifetime":"60"}"#,
    ] {
      #expect(try scene.generate(token, Self.ci, body).status == 400)
    }
  }

  /// Otherwise, an administrator of accounts would get the rights of every other service account.
  @Test(arguments: [Policy.quick, .quickEmulator], ServiceAccountRole.allCases)
  func onlyATokenCreatorActsAsAServiceAccount(policy: Policy, role: ServiceAccountRole) throws {
    let scene = try Scene(policy: policy)
    _ = try scene.server.addServiceAccount(Self.ci)
    let token = try scene.server.accessToken(of: scene.server.addServiceAccount(roles: [role]))
    let mayAct = [.tokenCreator, .workloadUser].contains(role)
    #expect(try scene.generate(token).status == (mayAct ? 200 : 403))
  }

  @Test func onlyWhoMayActsAsAServiceAccount() throws {
    let scene = try Scene()
    let admin = try scene.server.addServiceAccount(Self.ci)
    let viewer = try scene.server.addServiceAccount(roles: [.authViewer])
    #expect(
      shown(try scene.generate(try scene.token(), "nobody@example.com"))
        == #"404 {"error":{"code":404,"message":"Not found; Gaia id not found for email nobody@example.com","status":"NOT_FOUND"}}"#
    )
    let viewerToken = try scene.server.accessToken(of: viewer)
    #expect(
      shown(try scene.generate(viewerToken))
        == #"403 {"error":{"code":403,"details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","domain":"iam.googleapis.com","reason":"IAM_PERMISSION_DENIED"}],"message":"Permission 'iam.serviceAccounts.getAccessToken' denied on resource (or it may not exist).","status":"PERMISSION_DENIED"}}"#
    )
    let email = try #require(viewer.clientEmail)
    #expect(try scene.generate(scene.server.accessToken(of: admin), email).status == 200)
    let narrow = try scene.server.accessToken(of: admin, scope: "https://www.googleapis.com/auth/firebase")
    #expect(try scene.generate(narrow, email).status == 403)
    #expect(try scene.generate("x").status == 401)
    #expect(
      try scene.server.send(
        .post, "/iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(Self.ci):generateAccessToken"
      ).status == 403)
    let delegated = #"{"scope":["\#(ServerHarness.cloudPlatform)"],"delegates":["projects/-/serviceAccounts/"#
    #expect(try scene.generate(try scene.token(), Self.ci, delegated + email + #""]}"#).status == 200)
    #expect(try scene.generate(try scene.token(), Self.ci, delegated + #"x@example.com"]}"#).status == 404)
  }

  /// The file that gcloud writes for a service account that another one acts for.
  @Test func usherActsAsAServiceAccountWithItsOwnKeyFile() throws {
    let scene = try Scene()
    let admin = try scene.server.addServiceAccount(Self.ci, roles: [.tokenCreator])
    let viewer = try scene.server.addServiceAccount(roles: [.authViewer])
    var source = try JSONValue(parsing: JSONEncoder().encode(admin))
    source["token_uri"] = "https://oauth2.googleapis.com/token"
    let email = try #require(viewer.clientEmail)
    let file: JSONValue = [
      "type": "impersonated_service_account", "source_credentials": source,
      "service_account_impersonation_url": .string(
        "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/\(email):generateAccessToken"),
    ]
    let token = try scene.server.accessTokens(of: file).token().text
    #expect(try scene.server.bear(token).status == 200)
    #expect(try scene.server.bear(token, .post, "v1/projects/demo-test/accounts", body: "{}").status == 403)
  }
}
