import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@Suite struct AppVerificationTests {
  typealias Proof = AppVerificationProof

  @Test func withoutTheSwitchNothingIsAsked() throws {
    for policy in [Policy.proofless, .emulator] {
      let server = try ServerHarness(policy: policy)
      #expect(try server.sendCode().sessionInfo != nil)
      #expect(
        try server.sendCode {
          $0.iosReceipt = "nonsense"
          $0.captchaResponse = "nonsense"
        }.sessionInfo != nil)
    }
  }

  @Test func anSMSNeedsAProof() throws {
    let server = try ServerHarness(policy: .verifying)
    func refused(_ proof: (inout Proof) -> Void) -> String? { refusal { try server.sendCode(proof) } }
    #expect(refused { _ in } == "MISSING_CLIENT_IDENTIFIER")
    #expect(refused { $0.clientType = .web } == "MISSING_CLIENT_IDENTIFIER")
    #expect(refused { $0.captchaResponse = Proof.noRecaptcha } == "MISSING_CLIENT_IDENTIFIER")
    #expect(
      refused {
        $0.iosReceipt = ""
        $0.iosSecret = ""
        $0.recaptchaToken = ""
        $0.captchaResponse = ""
      } == "MISSING_CLIENT_IDENTIFIER")
    #expect(refused { $0.recaptchaToken = "nonsense" } == "CAPTCHA_CHECK_FAILED")
    #expect(
      refused { $0.recaptchaToken = String(repeating: "t", count: 1_000_000) } == "CAPTCHA_CHECK_FAILED")
    #expect(refused { $0.playIntegrityToken = "p" } == "APP_NOT_VERIFIED")
    #expect(refused { $0.captchaResponse = "e" } == "RECAPTCHA_NOT_ENABLED")
    #expect(try server.call(Outbox.self, .init()).messages == [])
    #expect(try server.call(VerificationCodes.self, .init()).verificationCodes == [])
  }

  @Test func aFictionalNumberNeedsNone() throws {
    let server = try ServerHarness(policy: .verifying)
    _ = try server.setConfig(
      ["smsRegionConfig": ["allowlistOnly": [:]], "recaptchaConfig": ["phoneEnforcementState": "ENFORCE"]],
      mask: "smsRegionConfig,recaptchaConfig.phoneEnforcementState")
    let info = try server.sendCode(to: FictionalNumberTests.builtIn) { $0.recaptchaToken = "nonsense" }
    #expect(try server.confirm(info.sessionInfo ?? "", code: "654321").isNewUser == true)
  }

  @Test func aTokenOfReCAPTCHAIsGoodForOneRequest() throws {
    let server = try ServerHarness(policy: .verifying)
    let token = try server.solve()
    #expect(try server.sendCode { $0.recaptchaToken = token }.sessionInfo != nil)
    #expect(refusal { try server.sendCode { $0.recaptchaToken = token } } == "CAPTCHA_CHECK_FAILED")
    #expect(try server.count("SELECT count(*) FROM recaptcha_tokens") == 0)
    // NO_RECAPTCHA says that the other proof stands in.
    let second = try server.solve()
    #expect(
      try server.sendCode {
        $0.recaptchaToken = second
        $0.captchaResponse = Proof.noRecaptcha
      }.sessionInfo != nil)
  }

  @Test func aTokenIsUsedUpEvenWhereTheRequestFails() throws {
    let server = try ServerHarness(policy: .verifying)
    let token = try server.solve(.enterprise)
    for _ in 1...2 {
      #expect(refusal { try server.sendCode { $0.recaptchaToken = token } } == "CAPTCHA_CHECK_FAILED")
    }
    #expect(try server.count("SELECT count(*) FROM recaptcha_tokens") == 0)
  }

  @Test func aTokenExpires() throws {
    let server = try ServerHarness(policy: .verifying)
    let (first, second, third) = (try server.solve(), try server.solve(), try server.solve())
    server.clock.advance(120)
    #expect(try server.sendCode { $0.recaptchaToken = first }.sessionInfo != nil)
    server.clock.advance(1)
    #expect(refusal { try server.sendCode { $0.recaptchaToken = second } } == "CAPTCHA_CHECK_FAILED")
    server.clock.advance(-121 - 61)
    #expect(refusal { try server.sendCode { $0.recaptchaToken = third } } == "CAPTCHA_CHECK_FAILED")
  }

  @Test func aTokenIsOfOneProject() throws {
    let server = try ServerHarness(policy: .verifying)
    let elsewhere = try ServerHarness(
      policy: .verifying, project: "demo-other", folder: server.folder, clock: server.clock, seed: 1_000_000)
    let token = try server.solve()
    #expect(refusal { try elsewhere.sendCode { $0.recaptchaToken = token } } == "CAPTCHA_CHECK_FAILED")
    // And one that somebody tried elsewhere is still good.
    #expect(try server.sendCode { $0.recaptchaToken = token }.sessionInfo != nil)
  }

  // MARK: - Enterprise

  private func server(_ state: String) throws -> ServerHarness {
    let server = try ServerHarness(policy: .verifying)
    _ = try server.setConfig(["recaptchaConfig": ["phoneEnforcementState": .string(state)]])
    return server
  }

  private func enterprise(
    _ token: String?, version: String? = Proof.enterprise, client: ClientType? = .web
  ) -> (inout Proof) -> Void {
    {
      $0.captchaResponse = token
      $0.recaptchaVersion = version
      $0.clientType = client
    }
  }

  @Test func enforcedEnterpriseTakesNothingElse() throws {
    let server = try server("ENFORCE")
    let v2 = try server.solve()
    func refused(_ proof: (inout Proof) -> Void) -> String? { refusal { try server.sendCode(proof) } }
    #expect(refused { _ in } == "MISSING_RECAPTCHA_TOKEN")
    #expect(refused { $0.recaptchaToken = v2 } == "MISSING_RECAPTCHA_TOKEN")
    #expect(refused(enterprise(Proof.noRecaptcha)) == "MISSING_RECAPTCHA_TOKEN")
    #expect(refused(enterprise("nonsense")) == "INVALID_RECAPTCHA_TOKEN")
    #expect(refused(enterprise(v2)) == "INVALID_RECAPTCHA_TOKEN")
    #expect(refused(enterprise("e", client: nil)) == "MISSING_CLIENT_TYPE")
    #expect(refused(enterprise("e", version: nil)) == "MISSING_RECAPTCHA_VERSION")
    #expect(refused(enterprise("e", version: "V4")) == "INVALID_RECAPTCHA_VERSION")
    for action in [nil, .mfaSMSSignIn] as [RecaptchaAction?] {
      #expect(refused(enterprise(try server.solve(.enterprise, for: action))) == "INVALID_RECAPTCHA_ACTION")
    }
    let token = try server.solve(.enterprise, for: .sendVerificationCode)
    #expect(try server.sendCode(enterprise(token)).sessionInfo != nil)
    #expect(refused(enterprise(token)) == "INVALID_RECAPTCHA_TOKEN")
  }

  @Test func auditedEnterpriseTakesTheOtherProofsToo() throws {
    let server = try server("AUDIT")
    let token = try server.solve(.enterprise, for: .sendVerificationCode)
    #expect(try server.sendCode(enterprise(token)).sessionInfo != nil)
    // Clients that hear this go back to the other proofs.
    #expect(refusal { try server.sendCode(enterprise(token)) } == "INVALID_APP_CREDENTIAL")
    #expect(refusal { try server.sendCode(enterprise("e", version: nil)) } == "INVALID_APP_CREDENTIAL")
    #expect(refusal { try server.sendCode() } == "MISSING_CLIENT_IDENTIFIER")
    let v2 = try server.solve()
    #expect(
      try server.sendCode {
        $0.recaptchaToken = v2
        enterprise(Proof.noRecaptcha)(&$0)
      }.sessionInfo != nil)
  }
}
