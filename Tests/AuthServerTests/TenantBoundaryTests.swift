import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Testing

/// What belongs to a tenant is worth nothing outside it, to Google's service and to Firebase's emulator alike.
@Suite struct TenantBoundaryTests {
  private typealias Harness = ServerHarness

  private static let policies = [Policy.quick, .quickEmulator]

  /// A tenant, and what is outside it: the project itself and another tenant.
  private func worlds(_ server: ServerHarness) throws -> (tenant: String, outside: [String?]) {
    let totp: JSONValue = [["state": "ENABLED", "totpProviderConfig": [:]]]
    let factors: JSONValue = [
      "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": totp]
    ]
    return (try server.makeTenant(factors), [nil, try server.makeTenant(factors)])
  }

  @Test(arguments: policies)
  func aMailedCode(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let (tenant, outside) = try worlds(server)
    let kim = try server.signUp(in: tenant)
    for other in outside { try server.signUp(in: other) }

    try server.send(.verifyEmail) { $0.idToken = kim.idToken }
    let verification = try #require(try server.newestCode(in: tenant))
    func apply(_ tenant: String?) -> String? {
      refusal { try server.update { ($0.oobCode, $0.tenantId) = (verification, tenant) } }
    }
    #expect(outside.map(apply) == ["INVALID_OOB_CODE", "INVALID_OOB_CODE"])
    #expect(try server.lookup(kim.idToken)?.emailVerified == false)
    #expect(apply(tenant) == nil)
    #expect(try server.lookup(kim.idToken)?.emailVerified == true)

    try server.send(.passwordReset, to: Harness.email) { $0.tenantId = tenant }
    let wayBack = try #require(try server.newestCode(in: tenant))
    func reset(_ password: String?, _ tenant: String?) -> String? {
      var request = ResetPassword.Request(oobCode: wayBack, newPassword: password)
      request.tenantId = tenant
      return refusal { try server.call(ResetPassword.self, request) }
    }
    for password in [nil, "another horse"] {
      #expect(outside.map { reset(password, $0) } == ["INVALID_OOB_CODE", "INVALID_OOB_CODE"])
    }
    #expect(try server.signIn(in: tenant).localId == kim.localId)
    #expect(reset(nil, tenant) == nil)
    #expect(reset(ServerHarness.password, tenant) == nil)

    let link = try #require(try server.sendLink(in: tenant)?.code)
    func signIn(_ tenant: String?) -> String? { refusal { try server.signIn(code: link, in: tenant) } }
    #expect(outside.map(signIn) == ["INVALID_OOB_CODE", "INVALID_OOB_CODE"])
    // A project without sign-in links says no more than that.
    _ = try server.setConfig(["signIn": ["email": ["passwordRequired": true]]])
    #expect(signIn(nil) == "OPERATION_NOT_ALLOWED")
    #expect(signIn(tenant) == nil)
  }

  @Test(arguments: policies)
  func aPendingSignInAndItsSMS(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let (tenant, outside) = try worlds(server)
    let kim = try server.verifiedAccount(in: tenant)
    let enrollment = try server.startPhoneEnrollment(kim.idToken)
    let code = try server.call(VerificationCodes.self, .init(), tenant: tenant).verificationCodes.last?.code
    // A session of the tenant's is none of another account's elsewhere.
    let lee = try server.verifiedAccount("lee@example.com")
    #expect(
      refusal { try server.finishPhoneEnrollment(lee.idToken, enrollment, code) } == "INVALID_SESSION_INFO")
    _ = try server.finishPhoneEnrollment(kim.idToken, enrollment, code)

    let first = try server.signIn(in: tenant)
    let (credential, factor) = (first.mfaPendingCredential, first.mfaInfo?.first?.mfaEnrollmentId)
    func start(_ tenant: String?) -> String? {
      refusal { try server.startSignIn(credential, factor, in: tenant) }
    }
    #expect(outside.map(start) == ["INVALID_PENDING_TOKEN", "INVALID_PENDING_TOKEN"])
    let session = try server.startSignIn(credential, factor, in: tenant)
    let answer = try server.call(VerificationCodes.self, .init(), tenant: tenant).verificationCodes.last?.code
    func finish(_ tenant: String?) -> String? {
      refusal { try server.finishSignIn(credential, session, answer, in: tenant) }
    }
    #expect(outside.map(finish) == ["INVALID_PENDING_TOKEN", "INVALID_PENDING_TOKEN"])
    #expect(
      outside.map { tenant in
        refusal { try server.finishSignIn(credential, totp: "123456", of: factor, in: tenant) }
      } == ["INVALID_PENDING_TOKEN", "INVALID_PENDING_TOKEN"])
    #expect(finish(tenant) == nil)
  }

  @Test(arguments: policies)
  func whatAProviderGave(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let (tenant, outside) = try worlds(server)
    // A sign-in that goes by the provider's page.
    let (session, address) = try server.comeBack(as: "kim@example.com", tenant: tenant)
    for other in outside {
      #expect(
        refusal { try server.finish(session, address, tenant: other) }
          == "INVALID_IDP_RESPONSE : The session is not known here, was used, or has expired.")
    }
    #expect(try server.finish(session, address, tenant: tenant).tenantId == tenant)
    // One that is kept, as the address has another account.
    try server.signUp(in: tenant, "lee@example.com")
    let identity = #"{"sub":"7","email":"lee@example.com","email_verified":false}"#
    var request = SignInWithIdp.Request(
      postBody: "providerId=github.com&id_token=" + FormEncoding.encode(identity))
    request.tenantId = tenant
    let kept = try #require(try server.call(SignInWithIdp.self, request).pendingToken)
    func goOn(_ tenant: String?) -> String? {
      var request = SignInWithIdp.Request()
      (request.pendingToken, request.tenantId) = (kept, tenant)
      return refusal { try server.call(SignInWithIdp.self, request) }
    }
    #expect(outside.map(goOn) == ["INVALID_PENDING_TOKEN", "INVALID_PENDING_TOKEN"])
    #expect(goOn(tenant) == nil)
  }

  /// Tokens say whose they are themselves.
  @Test(arguments: policies)
  func aToken(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let (tenant, outside) = try worlds(server)
    let kim = try server.signUp(in: tenant)
    let other = try #require(outside.last ?? nil)
    let renewed = try server.refresh(kim.refreshToken)
    #expect(try claims(of: renewed.idToken)["firebase"]?["tenant"]?.string == tenant)
    func cookie(_ place: String) throws -> JSONValue {
      try server.asOwner(
        .post, "v1/projects/demo-test\(place):createSessionCookie",
        ["idToken": .string(kim.idToken ?? ""), "validDuration": "3600"])
    }
    for place in ["", "/tenants/" + tenant] {
      let made = try claims(of: cookie(place)["sessionCookie"]?.string)
      #expect(made["firebase"]?["tenant"]?.string == tenant)
    }
    let foreign =
      "TENANT_ID_MISMATCH"
      + (policy.serviceAnswers ? " : Specified tenant ID mismatches with the ID token." : "")
    #expect(refusal { try cookie("/tenants/" + other) } == foreign)
    #expect(refusal { try server.update(kim.idToken) { $0.tenantId = other } } == foreign)
  }
}
