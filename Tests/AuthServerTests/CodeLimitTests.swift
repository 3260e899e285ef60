import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

@Suite struct CodeLimitTests {
  @Test func aProjectSendsSoManySMSADay() throws {
    var policy = Policy.proofless
    try policy.set("sms-per-day", to: "2")
    let server = try ServerHarness(policy: policy)
    for number in ["+14155550101", "+14155550102"] { _ = try server.sendCode(to: number) }
    #expect(refusal { try server.sendCode(to: "+14155550103") } == "QUOTA_EXCEEDED")
    _ = try server.sendCode(to: "+16505553434")
    server.clock.advance(86_400)
    _ = try server.sendCode(to: "+14155550103")
  }

  @Test func fiveWrongTriesEndACode() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let (right, wrong) = (try server.code(for: info), try server.wrongCode(for: info))
    for _ in 1...5 {
      #expect(throws: ServerError(.invalidCode, reason: "invalid")) { try server.confirm(info, code: wrong) }
    }
    let blocked = ServerError(.tooManyAttemptsTryLater, reason: "invalid", retryAfter: 30)
    #expect(throws: blocked) { try server.confirm(info, code: right) }
    #expect(throws: blocked) { try server.sendCode() }
    server.clock.advance(31)
    #expect(throws: ServerError(.tooManyAttemptsTryLater, reason: "invalid")) {
      try server.confirm(info, code: right)
    }
    #expect(try server.signIn().isNewUser == true)
  }

  @Test func triesSurviveARestart() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let (right, wrong) = (try server.code(for: info), try server.wrongCode(for: info))
    for _ in 1...4 { #expect(throws: ServerError.self) { try server.confirm(info, code: wrong) } }
    let next = try server.reopened()
    #expect(throws: ServerError(.invalidCode, reason: "invalid")) { try next.confirm(info, code: wrong) }
    #expect(throws: ServerError(.tooManyAttemptsTryLater, reason: "invalid", retryAfter: 30)) {
      try next.confirm(info, code: right)
    }
  }

  @Test func aRacingCrowdGetsFiveTries() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let wrong = try server.wrongCode(for: info)
    let answers = Mutex<[ServerErrorCode: Int]>([:])
    inThreads(64) {
      let code: ServerErrorCode
      do {
        _ = try server.confirm(info, code: wrong)
        code = .internalError
      } catch let error as ServerError {
        code = error.code
      } catch {
        code = .unavailable
      }
      answers.withLock { $0[code, default: 0] += 1 }
    }
    #expect(answers.withLock { $0 } == [.invalidCode: 5, .tooManyAttemptsTryLater: 59])
  }

  @Test func aHundredWrongCodesLockANumber() throws {
    let server = try ServerHarness()
    var evaluated = 0
    var waits: [Int] = []
    for _ in 1...39 {
      do {
        let info = try server.sendCode()
        let wrong = try server.wrongCode(for: info)
        for _ in 1...5 {
          do { _ = try server.confirm(info, code: wrong) } catch let error as ServerError
            where error.code == .invalidCode
          {
            evaluated += 1
          }
        }
      } catch let error as ServerError where error.retryAfter != nil {
        waits.append(error.retryAfter ?? 0)
        server.clock.advance(Double(error.retryAfter ?? 0))
      }
    }
    #expect(evaluated == 100)
    #expect(waits == [30, 60, 120, 240, 480, 960, 1920] + [Int](repeating: 3600, count: 12))
    server.clock.advance(1_000_000)
    let locked = ServerError(
      .tooManyAttemptsTryLater, "((100 wrong codes in a row have locked this number.))", reason: "invalid")
    #expect(throws: locked) { try server.sendCode() }
    // Another number is not concerned, and a reset ends it.
    #expect(try server.signIn("+14155550111").isNewUser == true)
    _ = try server.call(ResetProject.self, .init())
    #expect(try server.signIn().isNewUser == true)
  }

  @Test func aSuccessForgetsTheFailures() throws {
    let server = try ServerHarness()
    for _ in 1...4 {
      let info = try server.sendCode()
      let (right, wrong) = (try server.code(for: info), try server.wrongCode(for: info))
      for _ in 1...4 { #expect(throws: ServerError.self) { try server.confirm(info, code: wrong) } }
      _ = try server.confirm(info, code: right)
    }
  }

  @Test func aCodeWorksOnce() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let code = try server.code(for: info)
    _ = try server.confirm(info, code: code)
    #expect(throws: ServerError(.invalidSessionInfo, reason: "invalid")) {
      try server.confirm(info, code: code)
    }
    #expect(try server.call(VerificationCodes.self, .init()).verificationCodes == [])
  }

  @Test func aCodeExpiresAndIsForgottenADayLater() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let code = try server.code(for: info)
    server.clock.advance(601)
    #expect(throws: ServerError(.sessionExpired, reason: "invalid")) { try server.confirm(info, code: code) }
    #expect(try server.call(VerificationCodes.self, .init()).verificationCodes == [])
    server.clock.advance(86_400)
    #expect(throws: ServerError(.invalidSessionInfo, reason: "invalid")) {
      try server.confirm(info, code: code)
    }
  }

  @Test func aClockSetBackRevivesNothing() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let code = try server.code(for: info)
    let account = try server.signIn("+14155550111")
    server.clock.advance(-120)
    #expect(throws: ServerError(.sessionExpired, reason: "invalid")) { try server.confirm(info, code: code) }
    #expect(throws: ServerError(.tokenExpired, reason: "invalid")) { try server.lookup(account.idToken) }
    #expect(throws: ServerError(.tokenExpired, status: "INVALID_ARGUMENT")) {
      try server.refresh(account.refreshToken)
    }
  }

  @Test func oldSessionsArePurgedAsNewOnesCome() throws {
    let server = try ServerHarness()
    for _ in 1...10 { _ = try server.sendCode() }
    server.clock.advance(90_000)
    for _ in 1...5 { _ = try server.sendCode() }
    #expect(try server.count("SELECT count(*) FROM phone_sessions") == 5)
  }

  @Test func codesAreSixDigitsFromAllOfThem() throws {
    let server = try ServerHarness()
    for _ in 1...300 { _ = try server.sendCode() }
    let codes = try server.call(VerificationCodes.self, .init()).verificationCodes.map(\.code)
    #expect(codes.allSatisfy { $0.wholeMatch(of: /[0-9]{6}/) != nil })
    #expect(Set(codes.map(\.first)).count == 10)
    #expect(Set(codes).count > 295)
    #expect(try server.call(Outbox.self, .init()).messages.map(\.code) == codes.suffix(100))
  }
}

/// Runs `body` in so many threads at once and waits for them.
func inThreads(
  _ count: Int, _ attributes: UnsafePointer<pthread_attr_t>? = nil, _ body: @escaping @Sendable () -> Void
) {
  let threads = (0..<count).map { _ in
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Box(body))
    pthread_create(
      &thread, attributes,
      { context in
        Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}

private final class Box: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
