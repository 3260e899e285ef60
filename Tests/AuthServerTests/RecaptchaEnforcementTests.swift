import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

/// reCAPTCHA Enterprise for passwords and mails, and the scores that a project blocks.
@Suite struct RecaptchaEnforcementTests {
  typealias Proof = AppVerificationProof

  private func server(
    _ config: JSONValue, policy: Policy = Policy.verifying.withQuickHashes
  ) throws -> ServerHarness {
    let server = try ServerHarness(policy: policy)
    _ = try server.call(
      SignUp.self, .init(email: ServerHarness.email, password: ServerHarness.password), asOwner: true)
    _ = try server.setConfig(
      ["recaptchaConfig": config, "signIn": ["email": ["enabled": true, "passwordRequired": false]]],
      mask: "recaptchaConfig,signIn.email")
    return server
  }

  private func proof(
    _ token: String?, version: String? = Proof.enterprise, client: ClientType? = .web
  ) -> Proof {
    var proof = Proof()
    (proof.captchaResponse, proof.recaptchaVersion, proof.clientType) = (token, version, client)
    return proof
  }

  /// Each request that reCAPTCHA protects, with the action of its tokens.
  private static let requests: [(RecaptchaAction, @Sendable (ServerHarness, Proof) throws -> Void)] = [
    (
      .signInWithPassword,
      { server, proof in
        var request = SignInWithPassword.Request(
          email: ServerHarness.email, password: ServerHarness.password)
        request.recaptcha = proof
        _ = try server.call(SignInWithPassword.self, request)
      }
    ),
    (
      .signUpPassword,
      { server, proof in
        var request = SignUp.Request(email: "new@example.com", password: ServerHarness.password)
        request.recaptcha = proof
        _ = try server.call(SignUp.self, request)
      }
    ),
    (
      .signUpPassword,
      { server, proof in
        let anonymous = try server.call(SignUp.self, .init())
        var request = SignUp.Request(
          email: "linked@example.com", password: ServerHarness.password, idToken: anonymous.idToken)
        request.recaptcha = proof
        _ = try server.call(SignUp.self, request)
      }
    ),
    (
      .getOobCode,
      { server, proof in
        var request = SendOobCode.Request(.passwordReset)
        request.email = ServerHarness.email
        request.recaptcha = proof
        _ = try server.call(SendOobCode.self, request)
      }
    ),
    (
      .getOobCode,
      { server, proof in
        var request = SendOobCode.Request(.emailSignIn)
        request.email = ServerHarness.email
        request.continueUrl = "http://localhost/"
        request.canHandleCodeInApp = true
        request.recaptcha = proof
        _ = try server.call(SendOobCode.self, request)
      }
    ),
  ]

  @Test(arguments: requests.indices)
  func anEnforcedProjectTakesNothingWithoutAToken(_ index: Int) throws {
    let (action, send) = Self.requests[index]
    let server = try server(["emailPasswordEnforcementState": "ENFORCE"])
    func refused(_ proof: Proof) -> String? { refusal { try send(server, proof) } }
    #expect(refused(Proof()) == "MISSING_RECAPTCHA_TOKEN")
    #expect(refused(proof("")) == "MISSING_RECAPTCHA_TOKEN")
    #expect(refused(proof(Proof.noRecaptcha)) == "MISSING_RECAPTCHA_TOKEN")
    #expect(refused(proof("nonsense")) == "INVALID_RECAPTCHA_TOKEN")
    #expect(refused(proof(try server.solve(.v2))) == "INVALID_RECAPTCHA_TOKEN")
    #expect(refused(proof("e", client: nil)) == "MISSING_CLIENT_TYPE")
    #expect(refused(proof("e", version: nil)) == "MISSING_RECAPTCHA_VERSION")
    #expect(refused(proof("e", version: "V4")) == "INVALID_RECAPTCHA_VERSION")
    for other in [nil, .sendVerificationCode] as [RecaptchaAction?] {
      #expect(refused(proof(try server.solve(.enterprise, for: other))) == "INVALID_RECAPTCHA_ACTION")
    }
    #expect(try server.call(Outbox.self, .init()).messages == [])
    let token = try server.solve(.enterprise, for: action)
    #expect(refused(proof(token)) == nil)
    #expect(refused(proof(token)) == "INVALID_RECAPTCHA_TOKEN")
  }

  private static let lenient: [(config: JSONValue, policy: Policy)] = [
    (["emailPasswordEnforcementState": "AUDIT"], .verifying),
    (["emailPasswordEnforcementState": "OFF", "phoneEnforcementState": "ENFORCE"], .verifying),
    (["emailPasswordEnforcementState": "ENFORCE"], .proofless),
  ]

  @Test(arguments: lenient.indices)
  func otherwiseEverybodyPasses(_ index: Int) throws {
    let (config, policy) = Self.lenient[index]
    for (_, send) in Self.requests {
      let server = try server(config, policy: policy.withQuickHashes)
      #expect(refusal { try send(server, Proof()) } == nil)
    }
    let server = try server(config, policy: policy.withQuickHashes)
    #expect(refusal { try Self.requests[0].1(server, proof("nonsense")) } == nil)
  }

  @Test func whoIsSignedInOrTheOwnerNeedsNoToken() throws {
    let server = try server(["emailPasswordEnforcementState": "ENFORCE"])
    var reset = SendOobCode.Request(.passwordReset)
    reset.email = ServerHarness.email
    reset.returnOobLink = true
    #expect(try server.call(SendOobCode.self, reset, asOwner: true).oobLink != nil)
    let request = SignInWithPassword.Request(email: ServerHarness.email, password: ServerHarness.password)
    #expect(try server.call(SignInWithPassword.self, request, asOwner: true).idToken != nil)
    var signIn = request
    signIn.recaptcha = proof("score=1")
    var verify = SendOobCode.Request(.verifyEmail)
    verify.idToken = try server.call(SignInWithPassword.self, signIn).idToken
    #expect(try server.call(SendOobCode.self, verify).email == ServerHarness.email)
    #expect(try server.call(SignUp.self, .init()).idToken != nil)
  }

  @Test func aTenantHasASettingOfItsOwn() throws {
    let server = try server(["emailPasswordEnforcementState": "OFF"])
    var request = SignUp.Request(email: ServerHarness.email, password: ServerHarness.password)
    request.tenantId = try server.makeTenant([
      "allowPasswordSignup": true, "recaptchaConfig": ["emailPasswordEnforcementState": "ENFORCE"],
    ])
    #expect(refusal { try server.call(SignUp.self, request) } == "MISSING_RECAPTCHA_TOKEN")
    request.recaptcha = proof(try server.solve(.enterprise, for: .signUpPassword))
    #expect(try server.call(SignUp.self, request).idToken != nil)
  }

  // MARK: - Scores

  @Test func aBlockedScoreIsRefused() throws {
    let server = try server([
      "emailPasswordEnforcementState": "ENFORCE",
      "managedRules": [
        ["endScore": .number(0.3), "action": "BLOCK"], ["endScore": .number(0.1), "action": "BLOCK"],
      ],
    ])
    func refused(_ token: String) -> String? {
      refusal { try Self.requests[0].1(server, proof(token)) }
    }
    for score in ["0", "0.1", "0.3", "0.30"] {
      #expect(refused("score=\(score)") == "CAPTCHA_CHECK_FAILED")
    }
    for score in ["0.31", "0.5", "1"] { #expect(refused("score=\(score)") == nil) }
    // Who passes the challenge is a person.
    #expect(refused(try server.solve(.enterprise, for: .signInWithPassword) ?? "") == nil)
    #expect(refused("action=getOobCode&score=1") == "INVALID_RECAPTCHA_ACTION")
    #expect(refused("action=signInWithPassword&score=0.2") == "CAPTCHA_CHECK_FAILED")
    // The risk is that of an SMS.
    #expect(refused("smsTollFraudRisk=1") == nil)
    for wrong in ["score=1.5", "score=", "score=x", "score", "scores=1", "score=1&x=1", "score=nan", "&"] {
      #expect(refused(wrong) == "INVALID_RECAPTCHA_TOKEN")
    }
  }

  @Test func anAuditBlocksNothing() throws {
    let server = try server([
      "emailPasswordEnforcementState": "AUDIT", "managedRules": [["endScore": 1, "action": "BLOCK"]],
    ])
    #expect(refusal { try Self.requests[0].1(server, proof("score=0")) } == nil)
  }

  /// Sends codes with tokens of these, and returns the refusals.
  private func codes(_ config: JSONValue, _ tokens: String...) throws -> [String?] {
    var config = config
    config["managedRules"] = [["endScore": .number(0.3), "action": "BLOCK"]]
    config["tollFraudManagedRules"] = [
      ["startScore": .number(0.8), "action": "BLOCK"], ["startScore": .number(0.5), "action": "BLOCK"],
    ]
    let server = try server(config)
    return tokens.map { token in refusal { try server.sendCode { $0 = proof(token) } } }
  }

  @Test func anSMSHasTwoScoresThatCountIfTheProjectUsesThem() throws {
    let blocked = "CAPTCHA_CHECK_FAILED"
    let tokens = ["score=0.2", "smsTollFraudRisk=0.8", "smsTollFraudRisk=0.5", "smsTollFraudRisk=0.4"]
    func codes(_ config: JSONValue) throws -> [String?] {
      try tokens.map { try self.codes(config, $0).first ?? "" }
    }
    #expect(try codes(["phoneEnforcementState": "ENFORCE"]) == [nil, nil, nil, nil])
    #expect(
      try codes(["phoneEnforcementState": "ENFORCE", "useSmsBotScore": true]) == [blocked, nil, nil, nil])
    #expect(
      try codes(["phoneEnforcementState": "ENFORCE", "useSmsTollFraudProtection": true])
        == [nil, blocked, blocked, nil])
    // An audit has the client show another proof.
    #expect(
      try codes(["phoneEnforcementState": "AUDIT", "useSmsTollFraudProtection": true])
        == [nil, "INVALID_APP_CREDENTIAL", "INVALID_APP_CREDENTIAL", nil])
  }

  @Test func aRuleHasOneOfElevenScores() throws {
    let server = try server([:])
    func refused(_ name: String, _ rules: JSONValue) -> String? {
      refusal { try server.setConfig(["recaptchaConfig": [name: rules]], mask: "recaptchaConfig") }
    }
    let names = [("managedRules", "endScore"), ("tollFraudManagedRules", "startScore")]
    for (name, end) in names {
      let score =
        "INVALID_CONFIG : The \(end.dropLast(5)) score in reCAPTCHA managed rules must be a value between 0.0 and "
        + "1.0, at 11 discrete values; e.g. 0.1, 0.2, 0.3, 0.4, ... 0.9, 1.0."
      for wrong: JSONValue in [.number(0.35), .number(1.1), .number(-0.1), "0.1"] {
        #expect(refused(name, [[end: wrong, "action": "BLOCK"]]) == score)
      }
      let action = "INVALID_CONFIG : The action in reCAPTCHA managed rules must be set."
      for wrong: JSONValue in [nil, "RECAPTCHA_ACTION_UNSPECIFIED", "ALLOW"] {
        #expect(refused(name, [[end: .number(0.1), "action": wrong]]) == action)
      }
      #expect(refused(name, 1) == "INVALID_ARGUMENT : The rules of reCAPTCHA are a list.")
      #expect(refused(name, [["score": .number(0.1)]])?.contains("Unknown name \"score\"") == true)
      for score: JSONValue in [0, .number(0.3), .number(0.7), 1] {
        #expect(refused(name, [[end: score, "action": "BLOCK"]]) == nil)
      }
      #expect(refused(name, []) == nil)
    }
  }
}
