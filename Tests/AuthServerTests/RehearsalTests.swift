import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// What tests of an app have the server do: fail, be late, forget, go by another time.
struct RehearsalTests {
  let server: ServerHarness

  init() throws {
    server = try ServerHarness()
  }

  private func plan(
    _ method: String, _ code: String? = nil, times: Int? = nil, delay: Int? = nil
  ) throws {
    let fault = PlannedFault(method: method, code: code, times: times, delayMilliseconds: delay)
    #expect(try server.call(PlanFault.self, fault) == fault)
  }

  private var faults: [PlannedFault] {
    get throws { try server.call(ListFaults.self, .init()).faults }
  }

  // MARK: - Faults

  @Test func aCallFailsAsOftenAsItWasAskedTo() throws {
    try plan("sendVerificationCode", "QUOTA_EXCEEDED", times: 2)
    #expect(refusal { try server.sendCode() } == "QUOTA_EXCEEDED : ((Asked for by usher local fail.))")
    #expect(try faults == [PlannedFault(method: "sendVerificationCode", code: "QUOTA_EXCEEDED", times: 1)])
    #expect(refusal { try server.sendCode() } == "QUOTA_EXCEEDED : ((Asked for by usher local fail.))")
    #expect(try faults == [])
    #expect(try server.signIn().idToken != nil)
  }

  @Test func withoutANumberItFailsUntilThatIsCleared() throws {
    try plan("token", "USER_DISABLED")
    let session = try server.signIn()
    for _ in 1...3 {
      #expect(
        refusal { try server.refresh(session.refreshToken) }
          == "USER_DISABLED : ((Asked for by usher local fail.))")
    }
    _ = try server.call(ClearFaults.self, .init())
    #expect(try server.refresh(session.refreshToken).idToken != nil)
  }

  @Test func aLateAnswerIsTheSameAnswer() throws {
    try plan("sendVerificationCode", times: 1, delay: 3000)
    #expect(try server.signIn().isNewUser == true)
    _ = try server.signIn()
    #expect(server.pauses.recorded == [.milliseconds(3000)])
  }

  @Test func aFaultOfAProjectMeetsItsTenants() throws {
    let tenant = try server.makeTenant()
    try plan("sendVerificationCode", "QUOTA_EXCEEDED", times: 1)
    var request = SendVerificationCode.Request(phoneNumber: ServerHarness.number)
    request.tenantId = tenant
    #expect(
      refusal { try server.call(SendVerificationCode.self, request) }
        == "QUOTA_EXCEEDED : ((Asked for by usher local fail.))")
    #expect(refusal { try server.call(SendVerificationCode.self, request) } == "UNSUPPORTED_TENANT_OPERATION")
    // Where one was planned for a tenant it is the project's all the same.
    let fault = PlannedFault(method: "signUp", code: "ADMIN_ONLY_OPERATION", times: 2)
    _ = try server.call(PlanFault.self, fault, tenant: tenant)
    for tenant in [tenant, nil] {
      #expect(
        refusal { try server.signUp(in: tenant) }
          == "ADMIN_ONLY_OPERATION : ((Asked for by usher local fail.))")
    }
    #expect(try faults == [])
    #expect(try server.signUp(in: tenant).localId != nil)
  }

  @Test func olderNamesOfACallFailToo() throws {
    try plan("signInWithPassword", "TOO_MANY_ATTEMPTS_TRY_LATER")
    let answer = try server.send(
      .post, "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword",
      query: [QueryItem("key", "k")], body: #"{"email":"kim@example.com","password":"secret"}"#)
    #expect(answer.status == 400)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("TOO_MANY_ATTEMPTS_TRY_LATER"))
  }

  @Test func faultsAreAProjectsOwnAndSurviveTheProcess() throws {
    try plan("lookup", "INTERNAL_ERROR", times: 1)
    let session = try server.signIn()
    let later = try server.reopened()
    #expect(
      refusal { try later.lookup(session.idToken) } == "INTERNAL_ERROR : ((Asked for by usher local fail.))")
    #expect(try later.lookup(session.idToken)?.localId == session.localId)
    #expect(try server.call(ListFaults.self, .init(), project: "demo-other").faults == [])
  }

  @Test(arguments: [
    PlannedFault(method: "signInWithMagic", code: "QUOTA_EXCEEDED"),
    PlannedFault(method: "lookup"),
    PlannedFault(method: "lookup", code: "not a code"),
    PlannedFault(method: "lookup", code: ""),
    PlannedFault(method: "lookup", code: "QUOTA_EXCEEDED", times: 0),
    PlannedFault(method: "lookup", code: "QUOTA_EXCEEDED", times: .max),
    PlannedFault(method: "lookup", delayMilliseconds: -1),
    PlannedFault(method: "lookup", delayMilliseconds: .max),
  ])
  func whatIsNoFaultIsRefused(_ fault: PlannedFault) throws {
    let refusal = #expect(throws: ServerError.self) { try server.call(PlanFault.self, fault) }
    #expect(refusal?.httpStatus == 400)
    #expect(try faults == [])
  }

  @Test func aResetForgetsThem() throws {
    try plan("lookup", "INTERNAL_ERROR")
    _ = try server.call(MoveClock.self, .init(offsetSeconds: 60))
    _ = try server.call(ResetProject.self, .init())
    #expect(try faults == [])
    #expect(try server.call(ReadClock.self, .init()).offsetSeconds == 0)
  }

  // MARK: - Expiry

  @Test func aCodeExpires() throws {
    let (own, other) = (try server.sendCode(), try server.sendCode(to: "+14155550101"))
    let code = try server.code(for: own)
    let otherCode = try server.code(for: other)
    #expect(try server.call(ExpireNow.self, .init(what: "codes", of: ServerHarness.number)).count == 1)
    #expect(refusal { try server.confirm(own, code: code) } == "SESSION_EXPIRED")
    #expect(try server.confirm(other, code: otherCode).isNewUser == true)
  }

  @Test func aLinkExpires() throws {
    var request = SendOobCode.Request(.emailSignIn)
    request.email = "kim@example.com"
    request.continueUrl = "http://localhost/"
    _ = try server.call(SendOobCode.self, request)
    let code = try server.call(OobCodes.self, .init()).oobCodes.first?.oobCode
    #expect(try server.call(ExpireNow.self, .init(what: "links")).count == 1)
    #expect(
      refusal { try server.call(SignInWithEmailLink.self, .init(email: "kim@example.com", oobCode: code)) }
        == "EXPIRED_OOB_CODE")
  }

  @Test(arguments: [nil, ServerHarness.number, "uid"])
  func sessionsEnd(of person: String?) throws {
    let session = try server.signIn()
    let person = person == "uid" ? session.localId : person
    server.clock.advance(1)
    #expect(try server.call(ExpireNow.self, .init(what: "sessions", of: person)).count == 1)
    #expect(refusal { try server.lookup(session.idToken) } == "TOKEN_EXPIRED")
    #expect(refusal { try server.refresh(session.refreshToken) } == "TOKEN_EXPIRED")
    #expect(try server.lookup(server.signIn().idToken)?.localId == session.localId)
  }

  @Test func nobodysSessionsAreNotEveryones() throws {
    let session = try server.signIn()
    #expect(
      refusal { try server.call(ExpireNow.self, .init(what: "sessions", of: "nobody")) } == "USER_NOT_FOUND")
    #expect(try server.lookup(session.idToken) != nil)
  }

  @Test func whatIsPendingIsKnownUntilItExpires() throws {
    _ = try server.enrollTOTP(server.verifiedAccount().idToken)
    let credential = try server.firstFactor().credential
    let lee = try server.verifiedAccount("lee@example.com").idToken
    let enrollment = try server.startTOTPEnrollment(lee).sessionInfo ?? ""
    let (info, other) = (try server.sendCode(), try server.sendCode(to: "+14155550101"))
    func known(of given: String...) throws -> [String] {
      try server.call(FindPending.self, .init(given: given)).given
    }
    let all = [credential, enrollment, info, other]
    #expect(try known(of: credential, enrollment, info, "unknown", "", other) == all)
    _ = try server.call(ExpireNow.self, .init(what: "codes", of: ServerHarness.number))
    #expect(try known(of: credential, enrollment, info, other) == [credential, enrollment, other])
    server.clock.advance(1)
    _ = try server.call(ExpireNow.self, .init(what: "sessions"))
    #expect(try known(of: credential, enrollment, other) == [enrollment, other])
    server.clock.advance(900)
    #expect(try known(of: enrollment, other) == [])
  }

  // MARK: - The clock

  @Test func theClockMovesAndExpiresWhatIsOld() throws {
    let info = try server.sendCode()
    let code = try server.code(for: info)
    #expect(try server.call(MoveClock.self, .init(offsetSeconds: 601)).offsetSeconds == 601)
    #expect(refusal { try server.confirm(info, code: code) } == "SESSION_EXPIRED")
    let later = try server.reopened()
    #expect(refusal { try later.confirm(info, code: code) } == "SESSION_EXPIRED")
    _ = try later.call(MoveClock.self, .init(offsetSeconds: 0))
    #expect(try later.confirm(info, code: code).isNewUser == true)
  }

  @Test(arguments: [nil, .max, .min, -2_000_000_000] as [Int?])
  func whatIsNoMoveIsRefused(_ offset: Int?) throws {
    let refusal = #expect(throws: ServerError.self) {
      try server.call(MoveClock.self, .init(offsetSeconds: offset))
    }
    #expect(refusal?.httpStatus == 400)
    #expect(try server.call(ReadClock.self, .init()).offsetSeconds == 0)
  }
}
