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

  /// Asks for a code from an IP address; how that was refused, and for how many seconds.
  private func send(_ server: ServerHarness, to number: String, from peer: String?) throws -> String? {
    var request = HTTPRequest(
      method: .post, path: RouterTests.send, query: [QueryItem("key", "k")],
      body: try JSONEncoder().encode(SendVerificationCode.Request(phoneNumber: number)), peer: peer)
    request.headers["Content-Type"] = "application/json"
    do {
      let _: SendVerificationCode.Response = try ServerHarness.decode(server.server.respond(to: request))
      return nil
    } catch let error as ServerError {
      return error.code.rawValue + (error.retryAfter.map { " \($0)" } ?? "")
    }
  }

  private func numbers(_ count: Int) -> [String] { (0..<count).map { "+141555501\(10 + $0)" } }

  @Test(arguments: [("sms-per-address-minute", 60), ("sms-per-address-hour", 3600)])
  func anAddressAsksForSoManySMS(_ entry: String, _ period: Int) throws {
    var policy = Policy.proofless
    try policy.set(entry, to: "2")
    let server = try ServerHarness(policy: policy)
    // At the beginning of a period.
    server.clock.advance(Double(3600 - Int(server.clock.now.timeIntervalSince1970) % 3600))
    let answers = try numbers(3).map { try send(server, to: $0, from: "192.0.2.1") }
    #expect(answers == [nil, nil, "TOO_MANY_ATTEMPTS_TRY_LATER \(period)"])
    // Nobody else is kept waiting, nor anybody on this machine's own commands.
    #expect(try send(server, to: "+14155550199", from: "192.0.2.2") == nil)
    for _ in 1...3 { #expect(try send(server, to: "+14155550199", from: nil) == nil) }
    // Nothing is sent to a fictional number.
    #expect(try send(server, to: "+16505553434", from: "192.0.2.1") == nil)
    server.clock.advance(Double(period - 1))
    #expect(
      try send(server, to: "+14155550110", from: "192.0.2.1") == "TOO_MANY_ATTEMPTS_TRY_LATER 1")
    server.clock.advance(1)
    #expect(try send(server, to: "+14155550110", from: "192.0.2.1") == nil)
    // What no longer counts is forgotten.
    #expect(try server.count("SELECT count(*) FROM sms_counts") == 1)
  }

  /// Who has one address of IPv6 has 2^64 of them.
  @Test func addressesOfOneNetworkCountTogether() throws {
    var policy = Policy.proofless
    try policy.set("sms-per-address-hour", to: "2")
    let server = try ServerHarness(policy: policy)
    server.clock.advance(Double(3600 - Int(server.clock.now.timeIntervalSince1970) % 3600))
    func answer(_ peer: String) throws -> String? { try send(server, to: "+14155550199", from: peer) }
    #expect(try ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"].map(answer) == [nil, nil])
    #expect(try answer("2001:DB8:1:2::3") == "TOO_MANY_ATTEMPTS_TRY_LATER 3600")
    // Those of IPv4 count one by one, in the spelling of IPv6, too.
    for peer in ["2001:db8:1:3::1", "192.0.2.1", "::ffff:192.0.2.1", "::ffff:192.0.2.2"] {
      #expect(try answer(peer) == nil)
    }
  }

  @Test func aNumberIsSentSoManySMSAnHour() throws {
    var policy = Policy.proofless
    try policy.set("sms-per-number-hour", to: "2")
    let server = try ServerHarness(policy: policy)
    let answers = try (1...3).map { try send(server, to: "+14155550101", from: "192.0.2.\($0)") }
    #expect(answers.map { $0?.prefix(27) } == [nil, nil, "TOO_MANY_ATTEMPTS_TRY_LATER"])
    #expect(try send(server, to: "+14155550102", from: "192.0.2.3") == nil)
  }

  /// What an address is refused takes nothing from its project.
  @Test func aProjectSendsSoManySMSAMinute() throws {
    var policy = Policy.proofless
    try policy.set("sms-per-minute", to: "3")
    try policy.set("sms-per-address-minute", to: "2")
    let server = try ServerHarness(policy: policy)
    server.clock.advance(Double(60 - Int(server.clock.now.timeIntervalSince1970) % 60))
    for number in numbers(6) { _ = try send(server, to: number, from: "192.0.2.1") }
    let answers = try numbers(2).map { try send(server, to: $0, from: "192.0.2.2") }
    #expect(answers == [nil, "QUOTA_EXCEEDED 60"])
    server.clock.advance(60)
    #expect(try send(server, to: "+14155550101", from: "192.0.2.2") == nil)
  }

  @Test func fiveWrongTriesEndACode() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let (right, wrong) = (try server.code(for: info), try server.wrongCode(for: info))
    for tries in 1...5 {
      // The last one says how long nobody can try.
      #expect(throws: ServerError(.invalidCode, reason: "invalid", retryAfter: tries == 5 ? 30 : nil)) {
        try server.confirm(info, code: wrong)
      }
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

  /// Wrong codes of a clock that was ahead count as typed when it was set right.
  @Test func aClockThatWasAheadClosesANumberForNoLonger() throws {
    let server = try ServerHarness()
    server.clock.advance(7200)
    let info = try server.sendCode()
    for _ in 1...5 {
      #expect(refusal { try server.confirm(info, code: server.wrongCode(for: info)) } == "INVALID_CODE")
    }
    server.clock.advance(-7200)
    for step in [0.0, 29] {
      server.clock.advance(step)
      #expect(refusal { try server.sendCode() } == "TOO_MANY_ATTEMPTS_TRY_LATER")
    }
    server.clock.advance(1)
    #expect(refusal { try server.signIn() } == nil)
  }

  @Test func triesSurviveARestart() throws {
    let server = try ServerHarness()
    let info = try server.sendCode()
    let (right, wrong) = (try server.code(for: info), try server.wrongCode(for: info))
    for _ in 1...4 { #expect(throws: ServerError.self) { try server.confirm(info, code: wrong) } }
    let next = try server.reopened()
    #expect(throws: ServerError(.invalidCode, reason: "invalid", retryAfter: 30)) {
      try next.confirm(info, code: wrong)
    }
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
    server.clock.advance(-120)
    #expect(throws: ServerError(.sessionExpired, reason: ServerError.clockSetBack)) {
      try server.confirm(info, code: code)
    }
    // It is kept for when the clock is right again, whoever else is sent one meanwhile.
    for _ in 1...5 { _ = try server.sendCode() }
    server.clock.advance(120)
    #expect(try server.confirm(info, code: code).isNewUser == true)
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
