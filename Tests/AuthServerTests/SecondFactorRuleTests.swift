import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Who may have which second factor, and what ends one.
@Suite struct SecondFactorRuleTests {
  private let unsuitable = "UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor."
  private let unverified =
    "UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors."
  private static let mfaType =
    "type.googleapis.com/google.cloud.identitytoolkit.admin.v2.MultiFactorAuthConfig"
  private static let badRange =
    "INVALID_ADJACENT_INTERVAL_RANGE : Allowed number of adjacent intervals must be between 0 and 10, inclusive"

  @Test func theFirstFactorAndTheAddressMustBeFit() throws {
    let server = try ServerHarness(policy: .quick)
    let phone = try server.signIn()
    let anonymous = try server.call(SignUp.self, .init())
    let custom = try server.call(
      SignInWithCustomToken.self, .init(token: server.call(CreateCustomToken.self, .init(uid: "lee")).token))
    for token in [phone.idToken, anonymous.idToken, custom.idToken] {
      #expect(refusal { try server.startPhoneEnrollment(token) } == unsuitable)
      #expect(refusal { try server.startTOTPEnrollment(token) } == unsuitable)
    }
    let kim = try server.signUp()
    #expect(refusal { try server.startPhoneEnrollment(kim.idToken) } == unverified)
    #expect(refusal { try server.startTOTPEnrollment(kim.idToken) } == unverified)
    let link = try server.signInByLink("lee@example.com")
    #expect(refusal { try server.enrollPhone(link.idToken) } == nil)
  }

  /// A kind that is off is told before an address that is not verified.
  @Test func everythingIsCheckedAgainAtTheEnd() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let info = try server.startPhoneEnrollment(kim.idToken)
    let totp = try server.startTOTPEnrollment(kim.idToken)
    let app = try TOTP(totp)
    func finish() throws -> [String?] {
      [
        refusal { try server.finishPhoneEnrollment(kim.idToken, info, server.code(for: info)) },
        refusal { try server.finishTOTPEnrollment(kim.idToken, totp, server.code(of: app)) },
      ]
    }
    try server.update(asOwner: true) { ($0.localId, $0.emailVerified) = (kim.localId, false) }
    #expect(try finish() == [unverified, unverified])
    _ = try server.setConfig(["mfa": ["state": "DISABLED", "providerConfigs": []]])
    #expect(
      try finish() == [
        "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.",
        "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.",
      ])
    #expect(
      refusal { try server.startPhoneEnrollment(kim.idToken) }
        == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
    #expect(
      refusal { try server.startTOTPEnrollment(kim.idToken) }
        == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
  }

  @Test func fiveFactorsOneOfEachNumberOneApp() throws {
    let server = try ServerHarness(policy: .quick)
    var token = try server.verifiedAccount().idToken
    let second = try server.startTOTPEnrollment(token)
    try server.enrollTOTP(token)
    let tooMany =
      "SECOND_FACTOR_LIMIT_EXCEEDED : Too many TOTP based second factors enrolled for this account."
    #expect(refusal { try server.startTOTPEnrollment(token) } == tooMany)
    #expect(
      refusal { try server.finishTOTPEnrollment(token, second, server.code(of: TOTP(second))) } == tooMany)
    for last in 1...4 {
      let number = "+1415555020\(last)"
      let (one, two) = (
        try server.startPhoneEnrollment(token, number), try server.startPhoneEnrollment(token, number)
      )
      token = try server.finishPhoneEnrollment(token, one, server.code(for: one)).idToken
      let exists =
        "SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account."
      #expect(refusal { try server.finishPhoneEnrollment(token, two, server.code(for: two)) } == exists)
      #expect(refusal { try server.startPhoneEnrollment(token, number) } == exists)
    }
    #expect(
      refusal { try server.startPhoneEnrollment(token, "+14155550205") } == "SECOND_FACTOR_LIMIT_EXCEEDED")
    #expect(try server.firstFactor().hints.count == 5)
    // Other people may have the same number.
    let lee = try server.verifiedAccount("lee@example.com")
    #expect(refusal { try server.enrollPhone(lee.idToken, "+14155550201") } == nil)
  }

  @Test func anAppBesideFiveNumbersIsStartedAndNotFinished() throws {
    let server = try ServerHarness(policy: .quick)
    var token = try server.verifiedAccount().idToken
    for last in 1...5 { token = try server.enrollPhone(token, "+1415555020\(last)").idToken }
    let session = try server.startTOTPEnrollment(token)
    #expect(
      refusal { try server.finishTOTPEnrollment(token, session, server.code(of: TOTP(session))) }
        == "SECOND_FACTOR_LIMIT_EXCEEDED")
  }

  /// A pending sign-in outlives its account, and belongs to no other one.
  @Test(arguments: [Policy.quick, .quickEmulator])
  func theSecondStepOfADeletedAccountIsRefused(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    let enrolled = try server.enrollPhone(kim.idToken)
    let (credential, hints) = try server.firstFactor()
    let factor = hints.first?.mfaEnrollmentId
    let info = try server.startSignIn(credential, factor)
    let code = try server.code(for: info)
    _ = try server.call(DeleteAccount.self, .init(idToken: enrolled.idToken))
    var again = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    again.localId = kim.localId
    _ = try server.call(SignUp.self, again, asOwner: true)
    let expected = policy.serviceAnswers ? "USER_NOT_FOUND" : "INVALID_PENDING_TOKEN"
    #expect(refusal { try server.startSignIn(credential, factor) } == expected)
    #expect(refusal { try server.finishSignIn(credential, info, code) } == expected)
    #expect(try server.signIn(password: ServerHarness.password).idToken != nil)
  }

  @Test func anAppThatIsOffIsToldToAnOldTokenOfAnUnverifiedAddress() throws {
    let server = try ServerHarness(policy: .quick)
    try server.signUp()
    _ = try server.setConfig(["mfa": ["state": "DISABLED", "providerConfigs": []]])
    let token = try server.legacyToken()
    #expect(
      refusal { try server.startTOTPEnrollment(token) }
        == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
    #expect(refusal { try server.withdraw(token, nil) } == "MFA_ENROLLMENT_NOT_FOUND")
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func anAdministratorsFactorIsANumber(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    func set(_ factor: MFAEnrollment) -> String? {
      refusal {
        try server.update(asOwner: true) {
          ($0.localId, $0.mfa) = (kim.localId, .init(enrollments: [factor]))
        }
      }
    }
    var factor = MFAEnrollment(mfaEnrollmentId: "f1")
    factor.phoneInfo = "not-a-phone"
    #expect(
      set(factor)
        == (policy.serviceAnswers ? "INVALID_PHONE_NUMBER" : "INVALID_MFA_PHONE_NUMBER")
        + " : Invalid format.")
    (factor.phoneInfo, factor.totpInfo) = (nil, TOTPInfo())
    #expect(
      set(factor)
        == (policy.serviceAnswers
          ? "UNSUPPORTED_SECOND_FACTOR : attempting to add a new TOTP enrollment"
          : "INVALID_MFA_PHONE_NUMBER : Invalid format."))
  }

  @Test func withdrawingEndsEarlierSessionsAndTheFactor() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    let app = try server.enrollTOTP(kim.idToken)
    let phone = try server.enrollPhone(kim.idToken)
    let factors = try #require(try server.lookup(phone.idToken)?.mfaInfo)
    let (totpID, phoneID) = (factors[0].mfaEnrollmentId, factors[1].mfaEnrollmentId)
    #expect(
      refusal { try server.withdraw(phone.idToken, nil) }
        == "MFA_ENROLLMENT_NOT_FOUND")
    #expect(refusal { try server.withdraw(phone.idToken, "x") } == "MFA_ENROLLMENT_NOT_FOUND")
    let (credential, _) = try server.firstFactor()
    let info = try server.startSignIn(credential, phoneID)
    server.clock.advance(60)
    let without = try server.withdraw(phone.idToken, totpID)
    // The session's own factor is still there.
    #expect(
      try claims(of: without.idToken)["firebase"]?["second_factor_identifier"]
        == phoneID.map(JSONValue.string))
    #expect(refusal { try server.refresh(phone.refreshToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(without.refreshToken) } == nil)
    #expect(
      refusal { try server.finishSignIn(credential, totp: server.code(of: app), of: totpID) }
        == "INVALID_MFA_PENDING_CREDENTIAL")
    #expect(
      refusal { try server.finishSignIn(credential, info, server.code(for: info)) }
        == "INVALID_MFA_PENDING_CREDENTIAL")

    // A code that was sent in that very moment, for the factor that is gone, is for nothing.
    let (second, _) = try server.firstFactor()
    let late = try server.startSignIn(second, phoneID)
    let code = try server.code(for: late)
    let last = try server.withdraw(without.idToken, phoneID)
    #expect(try claims(of: last.idToken)["firebase"]?["sign_in_second_factor"] == nil)
    #expect(refusal { try server.finishSignIn(second, late, code) } == "INVALID_MFA_PENDING_CREDENTIAL")
    #expect(refusal { try server.startSignIn(second, phoneID) } == "INVALID_MFA_PENDING_CREDENTIAL")
    #expect(try server.signIn(password: ServerHarness.password).idToken != nil)
    #expect(try server.lookup(last.idToken)?.mfaInfo == nil)

    let lee = try server.verifiedAccount("lee@example.com")
    let enrolled = try server.enrollPhone(lee.idToken)
    let id = try server.lookup(enrolled.idToken)?.mfaInfo?.first?.mfaEnrollmentId
    server.clock.advance(302)
    #expect(refusal { try server.withdraw(enrolled.idToken, id) } == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  }

  @Test func theProjectSaysWhatIsAskedFor() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    try server.enrollPhone(kim.idToken)
    let (credential, hints) = try server.firstFactor()
    _ = try server.setConfig(["mfa": ["state": "MANDATORY"]])
    #expect(try server.firstFactor().hints == hints)
    // Somebody without a factor signs in, and can enroll one.
    #expect(try server.verifiedAccount("lee@example.com").idToken != nil)
    _ = try server.setConfig(["mfa": ["state": "DISABLED"]])
    #expect(try server.signIn(password: ServerHarness.password).idToken != nil)
    #expect(
      refusal { try server.startSignIn(credential, hints.first?.mfaEnrollmentId) }
        == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
    // Without the provider the factor stays, and no other way leads past it.
    _ = try server.setConfig(["mfa": ["state": "ENABLED", "enabledProviders": []]])
    #expect(try server.firstFactor().hints == hints)
  }

  @Test(arguments: [Policy.quick, .quickEmulator])
  func whereSecondFactorsAreOffNoneIsAskedFor(policy: Policy) throws {
    let server = try ServerHarness(policy: policy)
    let kim = try server.verifiedAccount()
    try server.enrollTOTP(kim.idToken)
    let off: JSONValue = ["state": "DISABLED"]
    for mask in [nil, "mfa.state", "mfa"] {
      _ = try server.setConfig(["mfa": off], mask: mask)
      #expect(try server.signIn(password: ServerHarness.password).idToken != nil, "\(mask ?? "none")")
      #expect(
        refusal { try server.startTOTPEnrollment(kim.idToken) }
          == "OPERATION_NOT_ALLOWED : TOTP based MFA not enabled.")
    }
    _ = try server.setConfig(["mfa": ["state": "ENABLED"]])
    #expect(try server.firstFactor().hints.count == 1)

    let provider: JSONValue = ["state": "ENABLED", "totpProviderConfig": [:]]
    let tenant = try server.makeTenant([
      "mfaConfig": ["state": "ENABLED", "enabledProviders": ["PHONE_SMS"], "providerConfigs": [provider]]
    ])
    try server.enrollTOTP(try server.verifiedAccount(in: tenant).idToken)
    #expect(try server.signIn(in: tenant).mfaPendingCredential != nil)
    _ = try server.changeTenant(tenant, ["mfaConfig": off], mask: "mfaConfig")
    #expect(try server.signIn(in: tenant).idToken != nil)
    // A tenant that says nothing of them has none.
    _ = try server.changeTenant(tenant, [:], mask: "mfaConfig")
    #expect(try server.signIn(in: tenant).idToken != nil)
  }

  /// As Google's guide turns authenticator apps on, with no word on the state.
  @Test func anAppIsAskedForWhereItsProviderIsOn() throws {
    let server = try ServerHarness(policy: .quick)
    let kim = try server.verifiedAccount()
    try server.enrollTOTP(kim.idToken)
    let provider: JSONValue = ["state": "ENABLED", "totpProviderConfig": ["adjacentIntervals": 5]]
    let changed = try server.setConfig(["mfa": ["providerConfigs": [provider]]], mask: "mfa")
    #expect(changed["mfa"]?["state"] == "ENABLED")
    #expect(try server.firstFactor().hints.count == 1)
    #expect(
      refusal { try server.startPhoneEnrollment(kim.idToken) }
        == "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
  }

  @Test(
    arguments: [
      (
        ["state": "ON"],
        "Invalid value at 'config.mfa.state' (TYPE.State), \"ON\""
      ),
      (["state": true], "INVALID_ARGUMENT : mfa.state is DISABLED, ENABLED or MANDATORY."),
      (["enabledProviders": "PHONE_SMS"], "INVALID_ARGUMENT : mfa.enabledProviders is a list."),
      (["enabledProviders": [1]], "INVALID_ARGUMENT : mfa.enabledProviders is a list of names."),
      (
        ["enabledProviders": ["TOTP"]],
        "Invalid value at 'config.mfa.enabled_providers[0]' (TYPE.Provider), \"TOTP\""
      ),
      (
        ["enabledProviders": ["PHONE_SMS", "PROVIDER_UNSPECIFIED", "X"]],
        "Invalid value at 'config.mfa.enabled_providers[2]' (TYPE.Provider), \"X\""
      ),
      (["providerConfigs": ["state": "ENABLED"]], "INVALID_ARGUMENT : mfa.providerConfigs is a list."),
      (["providerConfigs": ["ENABLED"]], "INVALID_ARGUMENT : mfa.providerConfigs is a list of objects."),
      (
        ["providerConfigs": [["state": 1]]],
        "INVALID_ARGUMENT : mfa.providerConfigs.state is DISABLED, ENABLED or MANDATORY."
      ),
      (
        ["providerConfigs": [["state": "ON"]]],
        "Invalid value at 'config.mfa.provider_configs[0].state', \"ON\""
      ),
      (
        ["providerConfigs": [["totpProviderConfig": 5]]],
        "INVALID_ARGUMENT : mfa.providerConfigs.totpProviderConfig is an object."
      ),
      (["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": 11]]]], "RANGE"),
      (["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": -1]]]], "RANGE"),
      (
        ["providerConfigs": [["totpProviderConfig": ["adjacentIntervals": "5"]]]],
        "INVALID_ARGUMENT : adjacentIntervals is a number from 0 to 10."
      ),
    ] as [(JSONValue, String)])
  func settingsOfTheWrongTypeAreRefused(mfa: JSONValue, problem: String) throws {
    let server = try ServerHarness()
    let before = try server.call(GetProjectConfig.self, .init(), asOwner: true)
    let problem = problem.replacing("TYPE", with: Self.mfaType).replacing("RANGE", with: Self.badRange)
    #expect(refusal { try server.setConfig(["mfa": mfa], mask: "mfa") } == problem)
    #expect(try server.call(GetProjectConfig.self, .init(), asOwner: true) == before)
  }

  /// Earlier versions stored every name.
  @Test func aProjectWithAProviderThatIsNoneIsReadable() throws {
    let server = try ServerHarness(policy: .quick)
    _ = try server.setConfig([:])
    try server.store.write { transaction in
      guard let project = try transaction.project(named: ProjectName("demo-test")) else { return }
      try transaction.setConfig(
        #"{"mfa":{"state":"ENABLED","enabledProviders":["TOTP"]}}"#, project: project.id)
    }
    #expect(
      try server.call(GetProjectConfig.self, .init(), asOwner: true)["mfa"]?["enabledProviders"] == ["TOTP"])
    _ = try server.setConfig(["signIn": ["allowDuplicateEmails": true]], mask: "signIn.allowDuplicateEmails")
    #expect(
      refusal { try server.setConfig(["mfa": ["enabledProviders": ["TOTP"]]], mask: "mfa") }
        == "Invalid value at 'config.mfa.enabled_providers[0]' (\(Self.mfaType).Provider), \"TOTP\"")
    _ = try server.setConfig(["mfa": ["enabledProviders": ["PHONE_SMS"]]], mask: "mfa.enabledProviders")
  }
}
