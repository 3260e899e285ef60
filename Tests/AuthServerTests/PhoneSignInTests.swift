import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

@Suite struct PhoneSignInTests {
  @Test func aNewNumberMakesAnAccountAndAKnownOneSignsIn() throws {
    let server = try ServerHarness()
    let first = try server.signIn()
    #expect(first.isNewUser == true)
    #expect(first.phoneNumber == ServerHarness.number)
    #expect(first.expiresIn == "3600")
    #expect(first.localId?.wholeMatch(of: /[A-Za-z0-9]{28}/) != nil)
    server.clock.advance(60)
    let second = try server.signIn()
    #expect(second.isNewUser == false)
    #expect(second.localId == first.localId)
    #expect(second.refreshToken != first.refreshToken)

    var expected = AccountRecord(localId: first.localId)
    expected.phoneNumber = ServerHarness.number
    var info = ProviderUserInfo(providerId: "phone", rawId: ServerHarness.number)
    info.phoneNumber = ServerHarness.number
    expected.providerUserInfo = [info]
    expected.createdAt = "1800000000000"
    expected.lastLoginAt = "1800000060000"
    expected.lastRefreshAt = "2027-01-15T08:01:00.000000Z"
    #expect(try server.lookup(second.idToken) == expected)
  }

  @Test(arguments: [
    "", "5550100", "+1", "+1415555", "+0123456789", "+1234567890123456", "+1 415 555 0100", "+1415555010a",
    "+141555501", "+141555501000", "+99912345678",
  ])
  func aNumberThatCannotBeIsRefused(number: String) throws {
    let server = try ServerHarness()
    #expect(throws: ServerError(.invalidPhoneNumber, "Invalid format.", reason: "invalid")) {
      try server.sendCode(to: number)
    }
  }

  @Test func missingPartsAreNamed() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    func code(_ request: SignInWithPhoneNumber.Request) throws -> ServerErrorCode? {
      do { _ = try server.call(SignInWithPhoneNumber.self, request) } catch let error as ServerError {
        return error.code
      }
      return nil
    }
    #expect(try code(.init()) == .missingSessionInfo)
    #expect(try code(.init(sessionInfo: "", code: "1")) == .missingSessionInfo)
    #expect(try code(.init(sessionInfo: info)) == .missingCode)
    #expect(try code(.init(sessionInfo: info, code: "")) == .missingCode)
    #expect(try code(.init(sessionInfo: "nonsense", code: "123456")) == .invalidSessionInfo)
    #expect(try code(.init(sessionInfo: String(info.reversed()), code: "123456")) == .invalidSessionInfo)
    #expect(try code(.init(temporaryProof: "p")) == .missingPhoneNumber)
    #expect(try code(.init(temporaryProof: "p", phoneNumber: "+14155550100")) == .invalidTemporaryProof)
    #expect(try code(.init(sessionInfo: info, code: "1", tenantId: "t")) == .unsupportedTenantOperation)
    #expect(try code(.init(sessionInfo: info, code: "1", idToken: "x")) == .invalidIDToken)
    #expect(try code(.init(sessionInfo: info, code: "1", operation: .link)) == .missingIDToken)
    #expect(try code(.init(sessionInfo: info, code: "1", operation: .update)) == .missingIDToken)
    #expect(throws: ServerError(.unsupportedTenantOperation, reason: "invalid")) {
      try server.call(SendVerificationCode.self, .init(phoneNumber: ServerHarness.number, tenantId: "t"))
    }
  }

  @Test func aSessionOfAnotherServerOrProjectIsUnknown() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let code = try server.code(for: info)
    let other = try ServerHarness(seed: 50)
    _ = try other.sendCode()
    #expect(throws: ServerError(.invalidSessionInfo, reason: "invalid")) {
      try other.confirm(info, code: code)
    }
    let sameStore = try ServerHarness(project: "demo-other", folder: server.folder, seed: 60)
    #expect(throws: ServerError(.invalidSessionInfo, reason: "invalid")) {
      try sameStore.confirm(info, code: code)
    }
    #expect(try server.confirm(info, code: code).isNewUser == true)
  }

  @Test func reauthenticationNeedsAnAccount() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let code = try server.code(for: info)
    #expect(throws: ServerError(.userNotFound, reason: "invalid")) {
      try server.confirm(info, code: code, operation: .reauthenticate)
    }
    let first = try server.confirm(info, code: code)
    let again = try server.sendCode()
    let second = try server.confirm(again, code: server.code(for: again), operation: .reauthenticate)
    #expect(second.localId == first.localId)
    #expect(second.isNewUser == false)
  }

  @Test func theProjectDecidesWhoMaySignIn() throws {
    let server = try ServerHarness()
    let known = try server.signIn()
    let early = try server.sendCode(to: "+14155550199")
    _ = try server.setConfig(["client": ["permissions": ["disabledUserSignup": true]]])
    #expect(throws: ServerError(.adminOnlyOperation, reason: "invalid")) {
      try server.confirm(early, code: server.code(for: early))
    }
    #expect(try server.signIn().localId == known.localId)
    _ = try server.setConfig(["signIn": ["phoneNumber": ["enabled": false]]])
    #expect(throws: ServerError(.operationNotAllowed, reason: "invalid")) { try server.sendCode() }
    #expect(throws: ServerError(.operationNotAllowed, reason: "invalid")) {
      try server.confirm(early, code: "123456")
    }
  }

  @Test func aDisabledAccountMayNotSignIn() throws {
    let server = try ServerHarness()
    let account = try server.signIn()
    try server.change(account.localId) { $0.isDisabled = true }
    #expect(throws: ServerError(.userDisabled, reason: "invalid")) { try server.signIn() }
    #expect(throws: ServerError(.userDisabled, reason: "invalid")) { try server.lookup(account.idToken) }
    #expect(throws: ServerError(.userDisabled, status: "INVALID_ARGUMENT")) {
      try server.refresh(account.refreshToken)
    }
  }

  @Test func messagesAreInTheLanguageAskedFor() throws {
    let server = try ServerHarness()
    for locale in ["", "en", "es-419", "VI", "zh-Hant-TW", "zh", "fr-CA", "tlh"] {
      _ = try server.call(
        SendVerificationCode.self, .init(phoneNumber: ServerHarness.number),
        headers: ["X-Firebase-Locale": locale])
    }
    let messages = try server.call(Outbox.self, .init()).messages
    #expect(
      messages.map { $0.text.replacing($0.code ?? "?", with: "#") } == [
        "# is your verification code for demo-test.", "# is your verification code for demo-test.",
        "# es tu código de verificación de demo-test.", "# là mã xác minh của bạn cho demo-test.",
        "# 是您的 demo-test 驗證碼。", "# 是您的 demo-test 验证码。",
        "# est votre code de validation pour demo-test.", "# is your verification code for demo-test.",
      ])
  }
}
