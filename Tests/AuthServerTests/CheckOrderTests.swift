import Essentials
import HTTP
import IdentityToolkit
import Testing

@testable import AuthServer

/// Firebase's emulator looks at the switches of a project first. The service looks at a request first.
@Suite struct CheckOrderTests {
  /// A request, and what each of the two says to it.
  struct Case: Sendable {
    let path: String
    var body: JSONValue = [:]
    let emulator: String
    let service: String
  }

  private func answer(_ example: Case, in tenant: String, _ server: ServerHarness) -> String? {
    var body = example.body
    body["tenantId"] = .string(tenant)
    return refusal { () -> JSONValue in
      try ServerHarness.decode(
        server.send(
          .post, "/identitytoolkit.googleapis.com/" + example.path, query: RouterTests.key, body: body.text))
    }
  }

  private func check(_ cases: [Case], _ tenant: JSONValue) throws {
    for policy in [Policy.quickEmulator, .quick] {
      let server = try ServerHarness(policy: policy)
      let id = try server.makeTenant(tenant)
      for example in cases {
        let expected = policy.serviceAnswers ? example.service : example.emulator
        #expect(answer(example, in: id, server) == expected, "\(example)")
      }
    }
  }

  @Test func aTenantThatIsOffIsToldBeforeWhatIsMissing() throws {
    let off = "PROJECT_DISABLED"
    let cases = [
      Case(
        path: "v1/accounts:signUp", body: ["password": "p"], emulator: off, service: "MISSING_EMAIL"),
      Case(path: "v1/accounts:lookup", emulator: off, service: "MISSING_ID_TOKEN"),
      Case(path: "v1/accounts:createAuthUri", emulator: off, service: "MISSING_IDENTIFIER"),
      Case(path: "v1/accounts:sendOobCode", emulator: off, service: "MISSING_REQ_TYPE"),
      Case(
        path: "v1/accounts:sendVerificationCode", emulator: off, service: "UNSUPPORTED_TENANT_OPERATION"),
      Case(
        path: "v1/accounts:signInWithPhoneNumber", emulator: off, service: "UNSUPPORTED_TENANT_OPERATION"),
      Case(
        path: "v1/accounts:signInWithCustomToken", emulator: off, service: "MISSING_CUSTOM_TOKEN"),
      Case(path: "v1/accounts:signInWithEmailLink", emulator: off, service: "MISSING_EMAIL"),
      Case(path: "v1/accounts:signInWithIdp", emulator: off, service: "MISSING_REQUEST_URI"),
      Case(path: "v1/accounts:signInWithPassword", emulator: off, service: "MISSING_EMAIL"),
      Case(
        path: "v1/accounts:update", emulator: off,
        service: "INVALID_REQ_TYPE : Unsupported request parameters."),
      Case(path: "v1/accounts:delete", emulator: off, service: "MISSING_ID_TOKEN"),
      Case(path: "v2/accounts/mfaEnrollment:start", emulator: off, service: "INVALID_ID_TOKEN"),
      Case(path: "v2/accounts/mfaEnrollment:finalize", emulator: off, service: "INVALID_ID_TOKEN"),
      Case(path: "v2/accounts/mfaEnrollment:withdraw", emulator: off, service: "INVALID_ID_TOKEN"),
      Case(
        path: "v2/accounts/mfaSignIn:start", emulator: off,
        service: "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."),
      Case(
        path: "v2/accounts/mfaSignIn:finalize", emulator: off,
        service: "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
    ]
    try check(cases, ["disableAuth": true])
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func theEmulatorMakesCookiesAndDeletesAccountsInADisabledTenant(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let id = try server.makeTenant()
    let kim = try server.signUp(in: id)
    _ = try server.changeTenant(id, ["disableAuth": true], mask: "disableAuth")
    let expected = policy.serviceAnswers ? "TENANT_DISABLED" : nil
    let path = "v1/projects/demo-test/tenants/\(id)"
    #expect(
      refusal {
        try server.asOwner(.post, path + ":createSessionCookie", ["idToken": .string(kim.idToken ?? "")])
      }
        == expected)
    #expect(
      refusal {
        try server.asOwner(
          .post, path + "/accounts:batchDelete", ["localIds": [.string(kim.localId ?? "")], "force": true])
      } == expected)
    #expect(try server.count("SELECT count(*) FROM accounts") == (policy.serviceAnswers ? 1 : 0))
  }

  @Test func administratorsAreToldToo() throws {
    let server = try ServerHarness(policy: .quickEmulator)
    let id = try server.makeTenant(["disableAuth": true])
    for name in ["", ":lookup", ":update", ":delete", ":sendOobCode", ":batchCreate", ":query"] {
      #expect(
        refusal { try server.asOwner(.post, "v1/projects/demo-test/tenants/\(id)/accounts" + name) }
          == "PROJECT_DISABLED", "\(name)")
      #expect(
        refusal {
          try server.asOwner(.post, "v1/projects/demo-test/accounts" + name, ["tenantId": .string(id)])
        } == "PROJECT_DISABLED", "\(name)")
    }
  }

  @Test func passwordsThatAreOffAreToldBeforeWhatIsWrongWithThem() throws {
    try check(
      [
        Case(
          path: "v1/accounts:signUp", body: ["email": "kim", "password": "p"],
          emulator: "OPERATION_NOT_ALLOWED", service: "INVALID_EMAIL"),
        Case(
          path: "v1/accounts:signUp", body: ["email": "kim"], emulator: "MISSING_PASSWORD",
          service: "INVALID_EMAIL"),
        Case(
          path: "v1/accounts:signInWithPassword", emulator: "PASSWORD_LOGIN_DISABLED",
          service: "MISSING_EMAIL"),
        Case(
          path: "v1/accounts:resetPassword", emulator: "PASSWORD_LOGIN_DISABLED",
          service: "MISSING_OOB_CODE"),
      ], ["allowPasswordSignup": false])
  }

  @Test func linksThatAreOffAreToldBeforeAnAddressThatIsMissing() throws {
    try check(
      [
        Case(
          path: "v1/accounts:signInWithEmailLink", emulator: "OPERATION_NOT_ALLOWED",
          service: "MISSING_EMAIL"),
        Case(
          path: "v1/accounts:sendOobCode", body: ["requestType": "EMAIL_SIGNIN"],
          emulator: "OPERATION_NOT_ALLOWED", service: "MISSING_EMAIL"),
        Case(
          path: "v1/accounts:sendOobCode", body: ["requestType": "EMAIL_SIGNIN", "returnOobLink": true],
          emulator: "INSUFFICIENT_PERMISSION", service: "INSUFFICIENT_PERMISSION"),
      ], ["enableEmailLinkSignin": false])
  }

  @Test func anonymousSignUpThatIsOffIsToldBeforeAnEmptyAddress() throws {
    let empty = Case(
      path: "v1/accounts:signUp", body: ["email": "", "password": ""], emulator: "ADMIN_ONLY_OPERATION",
      service: "MISSING_EMAIL")
    try check([empty], ["enableAnonymousUser": false])
    try check(
      [Case(path: empty.path, body: empty.body, emulator: "INVALID_EMAIL", service: "MISSING_EMAIL")], [:])
  }

  @Test func secondFactorsThatAreOffAreToldBeforeTokens() throws {
    let sms = "OPERATION_NOT_ALLOWED : SMS based MFA not enabled."
    let totp = "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled."
    let credential = "MISSING_MFA_PENDING_CREDENTIAL : Request does not have MFA pending credential."
    let finalCredential = "MISSING_CREDENTIAL : Please set MFA Pending Credential."
    let cases = [
      Case(path: "v2/accounts/mfaEnrollment:start", emulator: sms, service: "INVALID_ID_TOKEN"),
      Case(path: "v2/accounts/mfaEnrollment:finalize", emulator: sms, service: "INVALID_ID_TOKEN"),
      Case(path: "v2/accounts/mfaSignIn:start", emulator: sms, service: credential),
      Case(path: "v2/accounts/mfaSignIn:finalize", emulator: sms, service: finalCredential),
    ]
    try check(cases, ["mfaConfig": ["state": "DISABLED"]])
    try check(cases, ["mfaConfig": ["state": "ENABLED", "enabledProviders": ["PROVIDER_UNSPECIFIED"]]])
    try check(
      [
        Case(
          path: "v2/accounts/mfaEnrollment:start", body: ["totpEnrollmentInfo": [:]], emulator: totp,
          service: "INVALID_ID_TOKEN"),
        Case(
          path: "v2/accounts/mfaEnrollment:finalize", body: ["totpVerificationInfo": [:]], emulator: totp,
          service: "INVALID_ID_TOKEN"),
        Case(
          path: "v2/accounts/mfaSignIn:finalize", body: ["totpVerificationInfo": [:]], emulator: totp,
          service: "Request contains an invalid argument."),
      ], [:])
  }

  @Test func fieldsHaveAnOrderOfTheirOwn() throws {
    try check(
      [
        Case(
          path: "v1/accounts:createAuthUri", body: ["identifier": "no address"],
          emulator: "MISSING_CONTINUE_URI", service: "INVALID_IDENTIFIER"),
        Case(
          path: "v1/accounts:sendOobCode", body: ["requestType": "VERIFY_EMAIL"],
          emulator: "INVALID_ID_TOKEN", service: "MISSING_ID_TOKEN"),
        Case(
          path: "v1/accounts:signInWithCustomToken", body: ["token": "no token"],
          emulator: "TENANT_ID_MISMATCH",
          service: "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required."),
        Case(
          path: "v2/accounts/mfaEnrollment:withdraw", body: ["idToken": "x"],
          emulator: "MFA_ENROLLMENT_NOT_FOUND", service: "INVALID_ID_TOKEN"),
        Case(
          path: "v2/accounts/mfaEnrollment:finalize", body: ["idToken": "x", "phoneVerificationInfo": [:]],
          emulator: "MISSING_CODE", service: "INVALID_ID_TOKEN"),
      ], [:])
  }
}
