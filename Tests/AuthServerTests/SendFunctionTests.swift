import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// Functions that are asked before a mail or an SMS is sent.
@Suite struct SendFunctionTests {
  private static let refused = #"{"error":{"message":"Not you","status":"PERMISSION_DENIED"}}"#
  private static let message =
    "BLOCKING_FUNCTION_ERROR_RESPONSE : HTTP Cloud Function returned an error: \(refused)"

  private let functions = FunctionFake { _ in .allowed }

  private func harness(_ policy: Policy = .quick) throws -> ServerHarness {
    let server = try ServerHarness(policy: policy, functions: functions)
    try server.setFunctions(["beforeSendEmail", "beforeSendSms"])
    return server
  }

  /// Each call's event, type and recipient.
  private var asked: [String] {
    functions.events.map { event in
      ["event_type", "email_type", "email", "sms_type", "phone_number"].compactMap { event[$0]?.string }
        .joined(separator: " ")
    }
  }

  @Test func eachMailThatSignsInOrResetsIsAskedFor() throws {
    let server = try harness()
    _ = try server.sendLink(to: "new@example.com")
    let kim = try server.signUp()
    try server.verifyEmail(kim.idToken)
    try server.send(.passwordReset, to: ServerHarness.email)
    // Nothing is sent to an address without an account.
    try server.send(.passwordReset, to: "nobody@example.com")
    #expect(
      asked == [
        "beforeSendEmail EMAIL_SIGN_IN new@example.com", "beforeSendEmail PASSWORD_RESET kim@example.com",
      ])
  }

  @Test func eachSMSIsAskedForButNotThoseToFictionalNumbers() throws {
    let server = try harness()
    _ = try server.setConfig(["mfa": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"]]], mask: "mfa")
    _ = try server.setConfig(
      ["signIn": ["phoneNumber": ["testPhoneNumbers": ["+16505553434": "654321"]]]],
      mask: "signIn.phoneNumber.testPhoneNumbers")
    _ = try server.sendCode()
    _ = try server.sendCode(to: "+16505553434")
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    let first = try server.firstFactor()
    _ = try server.startSignIn(first.credential, first.hints.first?.mfaEnrollmentId)
    #expect(
      asked == [
        "beforeSendSms SIGN_IN_OR_SIGN_UP \(ServerHarness.number)",
        "beforeSendSms MULTI_FACTOR_ENROLLMENT \(ServerHarness.factorNumber)",
        "beforeSendSms MULTI_FACTOR_SIGN_IN \(ServerHarness.factorNumber)",
      ])
  }

  @Test func functionsAreToldTheTypeAndNoAccount() throws {
    let server = try harness()
    _ = try server.sendCode()
    var event = try #require(functions.events.first)
    event["event_id"] = nil
    let now = Int64(server.clock.now.timeIntervalSince1970)
    #expect(
      event == [
        "aud": .string(FunctionFake.uri), "event_type": "beforeSendSms", "exp": .integer(now + 600),
        "iat": .integer(now), "ip_address": "127.0.0.1", "iss": "https://securetoken.google.com/demo-test",
        "locale": "en", "phone_number": .string(ServerHarness.number), "sms_type": "SIGN_IN_OR_SIGN_UP",
        "user_agent": "",
      ])
  }

  @Test func aRefusedMessageLeavesNothingBehind() throws {
    let server = try harness(Policy.quick.with { $0.signInMailsPerDay = 10 })
    functions.say { _ in .function(403, Self.refused) }
    #expect(refusal { try server.sendCode() } == Self.message)
    #expect(refusal { try server.sendLink() } == Self.message)
    for count in [
      try server.count("SELECT count(*) FROM outbox"),
      try server.count("SELECT count(*) FROM phone_sessions"),
      try server.count("SELECT count(*) FROM action_codes"),
      try server.count("SELECT count(*) FROM mail_counts"),
    ] {
      #expect(count == 0)
    }
    functions.say { _ in .allowed }
    _ = try server.sendCode()
    #expect(try server.count("SELECT count(*) FROM outbox") == 1)
  }

  @Test(arguments: [(Policy.quick, 1), (.quickEmulator, 0)])
  func anAdministratorsLinkIsAskedForAsProductionDoes(policy: Policy, count: Int) throws {
    let server = try harness(policy)
    try server.signUp()
    let answer = try server.send(.passwordReset, to: ServerHarness.email, asOwner: true) {
      $0.returnOobLink = true
    }
    #expect(answer.oobLink != nil)
    #expect(asked.count == count)
  }

  @Test(arguments: [
    ("OFF", "BLOCK", nil), ("AUDIT", "BLOCK", "CAPTCHA_CHECK_FAILED"), ("AUDIT", "ALLOW", nil),
    ("AUDIT", "MAYBE", nil), ("ENFORCE", "BLOCK", "CAPTCHA_CHECK_FAILED"),
  ])
  func aFunctionOverridesRecaptchaWhereItIsOn(state: String, override: String, refused: String?) throws {
    let server = try harness()
    _ = try server.setConfig(
      [
        "recaptchaConfig": [
          "phoneEnforcementState": .string(state), "emailPasswordEnforcementState": .string(state),
        ]
      ], mask: "recaptchaConfig")
    functions.say { _ in
      .function(200, JSONValue.object([.init("recaptchaActionOverride", .string(override))]).text)
    }
    #expect(refusal { try server.sendCode() } == refused)
    #expect(refusal { try server.sendLink() } == refused)
  }
}
