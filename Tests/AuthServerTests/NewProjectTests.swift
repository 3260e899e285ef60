import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

/// Projects that nobody initialized, where the policy does not initialize them.
@Suite struct NewProjectTests {
  private static let config = "v2/projects/demo-test/config"
  private static let initialize = "v2/projects/demo-test/identityPlatform:initializeAuth"
  private static let signUp = "/identitytoolkit.googleapis.com/v1/accounts:signUp"
  private static let notFound =
    #"404 {"error":{"code":404,"message":"CONFIGURATION_NOT_FOUND","status":"NOT_FOUND"}}"#

  private static func server(_ state: NewProjects) throws -> ServerHarness {
    try ServerHarness(policy: .quick.with { $0.newProjects = state })
  }

  private func signUp(_ server: ServerHarness) throws -> HTTPResponse {
    try server.send(.post, Self.signUp, query: RouterTests.key, body: "{}")
  }

  @Test func aProjectIsReadyByDefault() throws {
    let server = try Self.server(.ready)
    #expect(try signUp(server).status == 200)
    #expect(try server.bear("owner", .post, Self.initialize).status == 400)
  }

  @Test func aProjectWaitsForItsInitialization() throws {
    let server = try Self.server(.uninitialized)
    let file = try server.createServiceAccount()
    let token = try server.accessToken(of: file)
    for bearer in ["owner", token] {
      #expect(shown(try server.bear(bearer, .get, Self.config)) == Self.notFound)
      #expect(
        shown(
          try server.bear(bearer, .patch, Self.config, body: #"{"signIn":{"anonymous":{"enabled":true}}}"#))
          == Self.notFound)
    }
    #expect(
      shown(try signUp(server))
        == #"400 {"error":{"code":400,"errors":[{"domain":"global","message":"CONFIGURATION_NOT_FOUND","reason":"invalid"}],"message":"CONFIGURATION_NOT_FOUND"}}"#
    )
    #expect(try server.send(.get, "/usher/v1/projects/demo-test/outbox").status == 200)
    #expect(shown(try server.bear(token, .post, Self.initialize)) == "200 {}")
    #expect(
      shown(try server.bear(token, .post, Self.initialize))
        == #"400 {"error":{"code":400,"message":"INVALID_PROJECT_ID : Identity Platform has already been enabled for this project.","status":"INVALID_ARGUMENT"}}"#
    )
    #expect(try signUp(server).status == 200)
    let config = try JSONValue(parsing: server.bear(token, .get, Self.config).body)
    #expect(config["subtype"] == "IDENTITY_PLATFORM")
    #expect(config["mfa"] == ["state": "DISABLED"])
    #expect(config["multiTenant"] == [:])
    // What the project could not have before, it can have now.
    #expect(
      try server.bear(
        token, .patch, Self.config, query: [.init("updateMask", "multiTenant")],
        body: #"{"multiTenant":{"allowTenants":true}}"#
      ).status == 200)
    // Other projects wait for their own.
    #expect(shown(try server.bear("owner", .get, "v2/projects/other/config")) == Self.notFound)
    _ = try server.call(ResetProject.self, .init(), asOwner: true)
    #expect(shown(try server.bear("owner", .get, Self.config)) == Self.notFound)
  }

  @Test func aProjectWithoutBillingHasOnlyFirebaseAuthentication() throws {
    let server = try Self.server(.unbilled)
    let token = try server.accessToken(of: server.createServiceAccount())
    let start = #"{"subtype":"FIREBASE_AUTH"}"#
    #expect(
      shown(try server.bear(token, .post, Self.initialize))
        == #"400 {"error":{"code":400,"message":"BILLING_NOT_ENABLED : Identity Platform feature requires billing to be enabled.","status":"FAILED_PRECONDITION"}}"#
    )
    #expect(shown(try server.bear(token, .patch, Self.config, body: start)) == Self.notFound)
    // The owner does what a person does in Firebase's console.
    #expect(try server.bear("owner", .patch, Self.config, body: start).status == 200)
    #expect(try signUp(server).status == 200)
    func change(_ body: String) throws -> String? {
      let response = try server.bear(token, .patch, Self.config, body: body)
      return JSONValue(json: response.body)?["error"]?["message"]?.string
    }
    #expect(
      try change(
        #"{"blockingFunctions":{"triggers":{"beforeCreate":{"functionUri":"http://127.0.0.1:5001/f"}}}}"#)
        == "OPERATION_NOT_ALLOWED : Blocking Functions may only be configured for GCIP projects.")
    #expect(
      try change(
        #"{"mfa":{"state":"ENABLED","providerConfigs":[{"state":"ENABLED","totpProviderConfig":{}}]}}"#)
        == "OPERATION_NOT_ALLOWED : ((Second factors may only be configured for GCIP projects.))")
    #expect(
      try change(#"{"multiTenant":{"allowTenants":true}}"#)
        == "OPERATION_NOT_ALLOWED : ((Tenants may only be allowed in GCIP projects.))")
    #expect(try change(#"{"signIn":{"anonymous":{"enabled":false}}}"#) == nil)
    #expect(try change(#"{"blockingFunctions":{}}"#) == nil)
    #expect(try server.bear(token, .get, "v2/projects/demo-test/tenants").status == 400)
    let idToken = try server.signUp("kim@example.com").idToken
    #expect(
      refusal {
        try server.call(StartMFAEnrollment.self, .init(idToken: idToken, totpEnrollmentInfo: .init()))
      } == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
  }
}
