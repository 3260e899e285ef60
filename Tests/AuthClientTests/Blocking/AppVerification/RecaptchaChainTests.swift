import AuthClient
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// reCAPTCHA Enterprise, the three calls, and servers that are not Google's.
@Suite struct RecaptchaChainTests {
  private let presenter = PresenterStub()

  private func service(_ state: String, _ credentials: AppCredentials = AppCredentials()) -> ServiceStub {
    let service = ServiceStub(credentials)
    service.on("recaptchaConfig") { _ in
      #"""
      {"recaptchaKey":"projects/p/keys/enterprise-key","recaptchaEnforcementState":[
      {"provider":"EMAIL_PASSWORD_PROVIDER","enforcementState":"ENFORCE"},
      {"provider":"PHONE_PROVIDER","enforcementState":"\#(state)"}]}
      """#
    }
    return service
  }

  private let known = AppCredentials(credential: AppCredential(receipt: "r0", secret: "s0"))

  @Test func anEnforcedProjectTakesNothingElse() throws {
    let service = service("ENFORCE", known)
    try service.auth(presenter: presenter).sendCode()
    #expect(
      presenter.challenges
        == [.init(kind: .enterprise, siteKey: "enterprise-key", action: .sendVerificationCode)])
    #expect(
      service.bodies("sendVerificationCode") == [
        [
          "captchaResponse": "token-1", "clientType": "CLIENT_TYPE_WEB", "phoneNumber": "+16505550123",
          "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
        ]
      ])
    service.on("sendVerificationCode") { _ in "INVALID_APP_CREDENTIAL" }
    #expect(throws: AuthFailure.refused(ServerError(.invalidAppCredential, httpStatus: 400))) {
      try service.auth(presenter: presenter).sendCode()
    }
    #expect(presenter.challenges.count == 2)
    #expect(throws: AuthFailure.appVerification(.impossible)) { try service.auth().sendCode() }
  }

  @Test func aProofThatWasPreparedIsShownOnce() throws {
    let service = service("ENFORCE")
    let auth = service.auth(presenter: presenter)
    try auth.prepare(.sendVerificationCode)
    #expect(presenter.challenges.count == 1 && service.bodies("sendVerificationCode") == [])
    try auth.sendCode()
    #expect(presenter.challenges.count == 1)
    try auth.sendCode()
    #expect(
      service.bodies("sendVerificationCode").map { $0["captchaResponse"] } == ["token-1", "token-2"])
    // One for another action is of no use.
    try auth.prepare(.mfaSMSSignIn)
    try auth.sendCode()
    #expect(presenter.challenges.map(\.action).suffix(2) == ["mfaSmsSignIn", "sendVerificationCode"])
  }

  @Test func anAuditedProjectTakesAnotherProofInstead() throws {
    let service = service("AUDIT")
    service.on("sendVerificationCode") { request in
      String(decoding: request.body, as: UTF8.self).contains("NO_RECAPTCHA")
        ? #"{"sessionInfo":"s1"}"# : "INVALID_APP_CREDENTIAL"
    }
    try service.auth(presenter: presenter, onPause: { _ = service.push("r1") }).sendCode()
    #expect(
      service.bodies("sendVerificationCode").map { $0["captchaResponse"] } == ["token-1", "NO_RECAPTCHA"])
    #expect(
      service.bodies("sendVerificationCode").last == [
        "captchaResponse": "NO_RECAPTCHA", "clientType": "CLIENT_TYPE_IOS", "iosReceipt": "r1",
        "iosSecret": "secret", "phoneNumber": "+16505550123", "recaptchaVersion": "RECAPTCHA_ENTERPRISE",
      ])
  }

  @Test func anAuditedProjectDoesNotNeedAPerson() throws {
    let service = service("AUDIT", known)
    try service.auth().sendCode()
    let body = try #require(service.bodies("sendVerificationCode").first)
    #expect(body["captchaResponse"] == "NO_RECAPTCHA" && body["iosReceipt"] == "r0")
  }

  @Test func aProjectThatHasJustBegunToEnforceGetsItsToken() throws {
    let service = service("OFF", known)
    service.on("sendVerificationCode") { [service] request in
      if String(decoding: request.body, as: UTF8.self).contains("captchaResponse") {
        return #"{"sessionInfo":"s1"}"#
      }
      service.on("recaptchaConfig") { _ in
        #"""
        {"recaptchaKey":"projects/p/keys/new-key","recaptchaEnforcementState":[
        {"provider":"PHONE_PROVIDER","enforcementState":"ENFORCE"}]}
        """#
      }
      return "MISSING_RECAPTCHA_TOKEN"
    }
    try service.auth(presenter: presenter).sendCode()
    #expect(presenter.challenges.map(\.siteKey) == ["new-key"])
    #expect(service.bodies("sendVerificationCode").count == 2)
    service.on("sendVerificationCode") { _ in "MISSING_RECAPTCHA_TOKEN" }
    #expect(throws: AuthFailure.refused(ServerError(.missingRecaptchaToken, httpStatus: 400))) {
      try service.auth(presenter: presenter).sendCode()
    }
  }

  @Test func aKeyOfAnotherFormIsNone() throws {
    let service = service("ENFORCE")
    service.on("recaptchaConfig") { _ in
      #"{"recaptchaKey":"key","recaptchaEnforcementState":[{"provider":"PHONE_PROVIDER","enforcementState":"ENFORCE"}]}"#
    }
    #expect(throws: AuthFailure.appVerification(.noSiteKey)) {
      try service.auth(presenter: presenter).sendCode()
    }
    service.on("recaptchaConfig") { _ in "{}" }
    service.on("recaptchaParams") { _ in #"{"recaptchaSiteKey":""}"# }
    #expect(throws: AuthFailure.appVerification(.noSiteKey)) {
      try service.auth(presenter: presenter, hasDevice: false).sendCode()
    }
    #expect(presenter.challenges == [])
  }

  @Test func withoutItsConfigurationNothingIsSent() throws {
    let service = ServiceStub(known)
    service.on("recaptchaConfig") { _ in "OPERATION_NOT_ALLOWED" }
    #expect(throws: AuthFailure.refused(ServerError(.operationNotAllowed, httpStatus: 400))) {
      try service.auth(presenter: presenter).sendCode()
    }
    #expect(service.asked == ["recaptchaConfig"])
  }

  @Test func secondFactorsHaveActionsOfTheirOwn() throws {
    let service = service("ENFORCE")
    service.on("mfaSignIn:start") { _ in #"{"phoneResponseInfo":{"sessionInfo":"s2"}}"# }
    let resolver = ResolverRecord(pendingCredential: "p", hints: [])
    let hint = EnrolledFactor(uid: "f1", type: .phone, phoneNumber: "+1******0123")
    let provider = service.auth(presenter: presenter)
    #expect(try provider.verifyPhoneNumber(of: hint, in: resolver).verificationID == "s2")
    #expect(presenter.challenges.map(\.action) == ["mfaSmsSignIn"])
    #expect(service.bodies("mfaSignIn:start").first?["phoneSignInInfo"]?["captchaResponse"] == "token-1")
  }

  // MARK: Passwords and mails

  @Test func aPasswordIsRepeatedWithATokenWhereTheServiceAsks() throws {
    let service = service("OFF")
    service.on("signInWithPassword") { _ in "MISSING_RECAPTCHA_TOKEN" }
    let auth = service.auth(presenter: presenter)
    func signIn() throws { _ = try auth.signIn(with: .password(email: "kim@example.com", password: "p")) }
    let plain: JSONValue = ["email": "kim@example.com", "password": "p", "returnSecureToken": true]
    let verified: JSONValue = [
      "captchaResponse": "token-1", "clientType": "CLIENT_TYPE_WEB", "email": "kim@example.com",
      "password": "p", "recaptchaVersion": "RECAPTCHA_ENTERPRISE", "returnSecureToken": true,
    ]
    let missing = AuthFailure.refused(ServerError(.missingRecaptchaToken, httpStatus: 400))
    #expect(throws: missing) { try signIn() }
    #expect(service.bodies("signInWithPassword") == [plain, verified])
    #expect(
      service.asked == ["accounts:signInWithPassword", "recaptchaConfig", "accounts:signInWithPassword"])
    #expect(
      presenter.challenges
        == [.init(kind: .enterprise, siteKey: "enterprise-key", action: .signInWithPassword)])
  }

  @Test func withoutAnybodyTheServicesDemandIsTheError() throws {
    let service = service("OFF")
    service.on("sendOobCode") { _ in "MISSING_RECAPTCHA_TOKEN" }
    #expect(throws: AuthFailure.refused(ServerError(.missingRecaptchaToken, httpStatus: 400))) {
      try service.auth().sendPasswordReset(withEmail: "kim@example.com", settings: nil)
    }
    #expect(service.bodies("sendOobCode").count == 1)
  }

  @Test func aMailIsRepeatedOnceIfNothingIsRequiredAfterAll() throws {
    let service = service("ENFORCE")
    service.on("recaptchaConfig") { _ in "{}" }
    service.on("sendOobCode") { request in
      String(decoding: request.body, as: UTF8.self).contains("recaptchaVersion")
        ? "{}" : "MISSING_RECAPTCHA_TOKEN"
    }
    try service.auth(presenter: presenter).sendPasswordReset(withEmail: "kim@example.com", settings: nil)
    #expect(presenter.challenges == [])
    #expect(service.bodies("sendOobCode").map { $0["captchaResp"] } == [nil, nil])
  }

  @Test func aMailsTokenHasAnotherName() throws {
    let service = service("OFF")
    service.on("sendOobCode") { _ in "{}" }
    let auth = service.auth(presenter: presenter)
    try auth.prepare(.getOobCode)
    #expect(presenter.challenges.map(\.action) == ["getOobCode"])
    try auth.sendPasswordReset(withEmail: "kim@example.com", settings: nil)
    #expect(presenter.challenges.count == 1)
    #expect(
      service.bodies("sendOobCode") == [
        [
          "captchaResp": "token-1", "clientType": "CLIENT_TYPE_WEB", "email": "kim@example.com",
          "recaptchaVersion": "RECAPTCHA_ENTERPRISE", "requestType": "PASSWORD_RESET",
        ]
      ])
  }

  @Test func anAuditedPasswordHasATokenIfTheSettingsAreLoaded() throws {
    let service = service("OFF")
    service.on("recaptchaConfig") { _ in
      #"""
      {"recaptchaKey":"projects/p/keys/enterprise-key","recaptchaEnforcementState":[
      {"provider":"EMAIL_PASSWORD_PROVIDER","enforcementState":"AUDIT"}]}
      """#
    }
    service.on("signUp") { _ in "EMAIL_EXISTS" }
    let auth = service.auth(presenter: presenter)
    for _ in 1...2 {
      #expect(throws: AuthFailure.refused(ServerError(.emailExists, httpStatus: 400))) {
        _ = try auth.createUser(withEmail: "kim@example.com", password: "p")
      }
      try auth.initializeRecaptchaConfig()
    }
    #expect(service.bodies("signUp").map { $0["captchaResponse"] } == [nil, "token-1"])
  }

  // MARK: Local servers

  private let local = Endpoint.emulator(origin: "http://127.0.0.1:9099")

  @Test func aServerThatDoesNotVerifyAppsIsShownNoProof() throws {
    let answers = [
      "{}", #"{"authEmulator":{"ready":true}}"#, #"{"usher":{"verifiesApps":false}}"#, "NOT_FOUND",
    ]
    for answer in answers {
      let service = ServiceStub()
      service.on("/") { _ in answer }
      try service.auth(at: local, presenter: presenter).sendCode()
      #expect(service.asked == ["", "accounts:sendVerificationCode"])
      #expect(
        service.bodies("sendVerificationCode") == [
          ["clientType": "CLIENT_TYPE_WEB", "phoneNumber": "+16505550123"]
        ])
    }
    #expect(presenter.challenges == [])
  }

  @Test func aLocalServerThatVerifiesAppsIsShownAProof() throws {
    let service = ServiceStub()
    service.on("/") { _ in #"{"usher":{"verifiesApps":true}}"# }
    try service.auth(at: local, onPause: { _ = service.push("r1") }).sendCode()
    #expect(service.bodies("sendVerificationCode").first?["iosReceipt"] == "r1")
  }

  @Test func onlyALocalServersOwnKeysAreUsedThere() throws {
    let service = ServiceStub()
    for key in ["Fake-key__Do__not__send__this__to__Recaptcha_", "google-key", "usher-v3-1"] {
      service.on("recaptchaParams") { _ in #"{"recaptchaSiteKey":"\#(key)"}"# }
      #expect(throws: AuthFailure.appVerification(.noSiteKey)) {
        try service.auth(
          at: local, presenter: presenter, hasDevice: false, adjust: { $0.isVerificationForced = true }
        )
        .sendCode()
      }
    }
    service.on("recaptchaParams") { _ in #"{"recaptchaSiteKey":"usher-v2-1"}"# }
    try service.auth(
      at: local, presenter: presenter, hasDevice: false, adjust: { $0.isVerificationForced = true }
    )
    .sendCode()
    #expect(presenter.challenges.map(\.siteKey) == ["usher-v2-1"])
    // Nor is a local key Google's.
    #expect(throws: AuthFailure.appVerification(.noSiteKey)) {
      try service.auth(presenter: presenter, hasDevice: false).sendCode()
    }
  }
}
