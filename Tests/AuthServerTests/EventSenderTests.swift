import Essentials
import HTTP
import IdentityToolkit
import LibC
import Synchronization
import TestSupport
import Testing

@testable import AuthServer

/// How events reach functions.
@Suite struct EventSenderTests {
  private let emulator = EmulatorFake()
  private static let failed = Result<HTTPResponse, HTTPError>.json("out\u{1b} of order", status: 500)

  /// An account that an administrator creates.
  private func create(_ uid: String, _ server: ServerHarness) throws {
    var request = SignUp.Request(email: nil, password: nil)
    request.localId = uid
    _ = try server.call(CreateAccount.self, request, asOwner: true)
  }

  /// Runs the sender until nothing is due.
  private func run(_ sender: inout EventSender) {
    while sender.step() == .zero {}
  }

  @Test func functionsAreToldInTheOrderOfTheCommits() throws {
    let server = try ServerHarness(telling: emulator)
    for uid in ["kim", "lee"] { try create(uid, server) }
    _ = try server.call(DeleteAccount.self, .init(localId: "kim"), asOwner: true)
    var sender = server.sender()
    run(&sender)
    #expect(
      emulator.events == [
        "v1 created kim", "v2 created kim", "v1 created lee", "v2 created lee", "v1 deleted kim",
        "v2 deleted kim",
      ])
    #expect(try server.events().allSatisfy { $0.hasSuffix(" sent") })
    run(&sender)
    #expect(emulator.told.count == 6)
  }

  @Test func functionsThatNothingAnnouncesAreSoughtSeldom() throws {
    emulator.run(nil)
    let clock = TestClock()
    for (isSoon, rest) in [(true, Duration.milliseconds(250)), (false, .seconds(2))] {
      let settings = emulator.settings(isExpected: false, mayStartSoon: isSoon, uptime: { clock.uptime })
      var sender = try ServerHarness(events: settings, clock: clock).sender()
      #expect(sender.step() == rest)
    }
  }

  @Test func eachGenerationHasItsOwnForm() throws {
    let server = try ServerHarness(telling: emulator)
    var new = SignUp.Request(email: "kim@example.com", password: "correct horse")
    new.localId = "kim"
    new.emailVerified = true
    new.displayName = "Kim"
    new.photoUrl = "http://p/1"
    new.phoneNumber = "+14155550100"
    var factor = MFAEnrollment(mfaEnrollmentId: nil)
    factor.phoneInfo = "+14155550177"
    new.mfaInfo = [factor]
    _ = try server.call(CreateAccount.self, new, asOwner: true)
    var sender = server.sender()
    run(&sender)
    let told = emulator.told
    #expect(
      told.map(\.url)
        == Array(
          repeating: "http://127.0.0.1:5001/functions/projects/demo-test/trigger_multicast", count: 2))
    #expect(
      told.map { $0.headers["Content-Type"] }
        == ["application/json", "application/cloudevents+json; charset=UTF-8"])
    let bodies = told.map { String(decoding: $0.body, as: UTF8.self) }
    let ids = bodies.compactMap {
      $0.firstMatch(
        of: /"(?:eventId|id)":"([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})"/)?
        .output.1
    }
    let factors = try #require(bodies[0].firstMatch(of: /"mfaEnrollmentId":"([^"]+)"/)).output.1
    try #require(ids.count == 2)
    #expect(ids[0] != ids[1])
    func data(_ photo: String, _ creation: String) -> String {
      #"{"uid":"kim","email":"kim@example.com","emailVerified":true,"displayName":"Kim","\#(photo)":"http://p/1","#
        + #""phoneNumber":"+14155550100","disabled":false,"metadata":{"\#(creation)":"2027-01-15T08:00:00.000Z"},"#
        + #""customClaims":{},"providerData":[{"rawId":"kim@example.com","providerId":"password","#
        + #""displayName":"Kim","email":"kim@example.com","federatedId":"kim@example.com","\#(photo)":"http://p/1"},"#
        + #"{"rawId":"+14155550100","providerId":"phone","phoneNumber":"+14155550100"}],"#
        + #""mfaInfo":[{"mfaEnrollmentId":"\#(factors)","enrolledAt":"2027-01-15T08:00:00.000Z","#
        + #""phoneInfo":"+14155550177","unobfuscatedPhoneInfo":"+14155550177"}]}"#
    }
    #expect(
      bodies[0]
        == #"{"eventId":"\#(ids[0])","eventType":"providers/firebase.auth/eventTypes/user.create","#
        + #""resource":{"name":"projects/demo-test","service":"firebaseauth.googleapis.com"},"params":{},"#
        + #""timestamp":"2027-01-15T08:00:00.000Z","data":\#(data("photoURL", "creationTime"))}"#)
    #expect(
      bodies[1]
        == #"{"specversion":"1.0","id":"\#(ids[1])","time":"2027-01-15T08:00:00.000Z","#
        + #""type":"google.firebase.auth.user.v2.created","#
        + #""source":"//identitytoolkit.googleapis.com/projects/demo-test","subject":"users/kim","#
        + #""data":{"value":\#(data("photoUrl", "createTime"))}}"#)
  }

  @Test func aTenantsAccountNamesItsTenant() throws {
    let server = try ServerHarness(telling: emulator)
    let tenant = try server.makeTenant()
    let kim = try server.signUp(in: tenant)
    var deletion = DeleteAccount.Request(localId: kim.localId)
    deletion.tenantId = tenant
    _ = try server.call(DeleteAccount.self, deletion, asOwner: true)
    var sender = server.sender()
    run(&sender)
    let bodies = emulator.told.compactMap { JSONValue(json: $0.body) }
    #expect(bodies.map { $0["tenantid"] } == [nil, .string(tenant), nil, .string(tenant)])
    #expect(bodies[0]["data"]?["tenantId"] == .string(tenant))
    #expect(bodies[1]["data"]?["value"]?["tenantId"] == .string(tenant))
    #expect(bodies[2]["eventType"] == "providers/firebase.auth/eventTypes/user.delete")
    #expect(bodies[3]["data"]?["oldValue"]?["email"] == "kim@example.com")
    #expect(bodies[1]["data"]?["value"]?["metadata"]?["lastSignInTime"] == "2027-01-15T08:00:00.000Z")
  }

  @Test func nothingSecretIsTold() throws {
    let server = try ServerHarness(telling: emulator, policy: .quickEmulator)
    let kim = try server.verifiedAccount()
    try server.enrollTOTP(kim.idToken)
    _ = try server.call(DeleteAccount.self, .init(localId: kim.localId), asOwner: true)
    var sender = server.sender()
    run(&sender)
    #expect(emulator.told.count == 4)
    for request in emulator.told {
      let body = String(decoding: request.body, as: UTF8.self)
      for word in ["password\":", "salt", "Hash", "Secret", "validSince"] {
        #expect(body.firstRange(of: word) == nil)
      }
    }
    #expect(
      JSONValue(json: try #require(emulator.told.last).body)?["data"]?["oldValue"]?["mfaInfo"]?.array?.first?[
        "totpInfo"] == .object([]))
  }

  @Test func aFailedEventHoldsThoseOfItsAccountAndIsTriedAgain() throws {
    let server = try ServerHarness(telling: emulator)
    for uid in ["kim", "lee"] { try create(uid, server) }
    emulator.answer(Self.failed)
    var sender = server.sender()
    run(&sender)
    #expect(emulator.events == ["v1 created lee", "v2 created lee"])
    for _ in 1...8 { emulator.answer(Self.failed) }
    var pauses: [Duration] = []
    for _ in 1...8 {
      server.clock.advance(20)
      // While others are told, it looks whether functions are still there.
      var rest = Duration.zero
      while rest == .zero { rest = sender.step() }
      pauses.append(rest)
      #expect(emulator.told.count == 2)
    }
    #expect(
      pauses.prefix(5) == [
        .milliseconds(200), .milliseconds(400), .milliseconds(800), .milliseconds(1600), .seconds(2),
      ])
    server.clock.advance(20)
    run(&sender)
    #expect(emulator.events.suffix(2) == ["v1 created kim", "v2 created kim"])
    #expect(try server.count("SELECT tries FROM events WHERE id = 1") == 10)
  }

  @Test func moreFailedEventsThanABatchHasHoldNoOthers() throws {
    let server = try ServerHarness(telling: emulator)
    for index in 1...130 { try create("a\(index)", server) }
    for _ in 1...120 { emulator.answer(Self.failed) }
    var sender = server.sender()
    run(&sender)
    let others = (121...130).flatMap { ["v1 created a\($0)", "v2 created a\($0)"] }
    #expect(emulator.events == others)
    server.clock.advance(1)
    run(&sender)
    #expect(
      emulator.events == others + (1...120).flatMap { ["v1 created a\($0)", "v2 created a\($0)"] })
  }

  @Test func aReceiverThatFailsThemAllLosesOnlyTheFirstThousandAccounts() throws {
    let server = try ServerHarness(telling: emulator)
    try create("kim", server)
    try server.store.write { [clock = server.clock] transaction in
      for index in 1...1100 {
        try transaction.insert(
          AccountEvent(
            project: 1, localID: "a\(index)", kind: .created, form: .v2, account: "{}",
            madeAt: clock.now))
      }
    }
    for _ in 1...12_000 { emulator.answer(Self.failed) }
    var sender = server.sender()
    // The last try is due some 30 seconds after the first one.
    for _ in 1...8 {
      run(&sender)
      server.clock.advance(5)
    }
    #expect(emulator.told.isEmpty)
    #expect(try server.count("SELECT count(*) FROM events WHERE tries > 0") == 1000)
  }

  @Test func afterTenTriesAnEventIsGivenUpAndToldOnce() throws {
    let notices = Mutex<[ServerNotice]>([])
    let server = try ServerHarness(
      telling: emulator, notice: { notice in notices.withLock { $0.append(notice) } })
    try create("kim", server)
    for _ in 1...20 { emulator.answer(Self.failed) }
    var sender = server.sender()
    for _ in 1...20 {
      _ = sender.step()
      server.clock.advance(20)
    }
    #expect(try server.events() == ["v1 created kim failed", "v2 created kim failed"])
    #expect(
      notices.withLock(\.self) == [
        .functionsFound(FunctionsPlace(origin: EmulatorFake.origin, source: "--functions")),
        .eventFailed(answer: "HTTP 500: out of order"),
      ])
    try create("lee", server)
    run(&sender)
    #expect(emulator.events == ["v1 created lee", "v2 created lee"])
  }

  @Test func whileFunctionsAreAwayEventsWaitAndNoTryIsCounted() throws {
    let server = try ServerHarness(telling: emulator)
    try create("kim", server)
    var sender = server.sender()
    emulator.run(nil)
    for _ in 1...50 {
      _ = sender.step()
      server.clock.advance(1)
    }
    // The emulator takes events before it has a function, and then they are lost.
    emulator.run([])
    for _ in 1...5 {
      _ = sender.step()
      server.clock.advance(1)
    }
    #expect(emulator.told.isEmpty)
    emulator.run([["name": "onCreate"]])
    run(&sender)
    #expect(emulator.events == ["v1 created kim", "v2 created kim"])
    #expect(try server.count("SELECT count(*) FROM events WHERE tries = 1") == 2)
  }

  @Test func aBrokenConnectionIsATryBecauseFunctionsMayHaveTheEvent() throws {
    let server = try ServerHarness(telling: emulator)
    try create("kim", server)
    emulator.answer(.failure(.cutOff))
    var sender = server.sender()
    _ = sender.step()
    server.clock.advance(1)
    run(&sender)
    #expect(emulator.events == ["v1 created kim", "v2 created kim"])
    #expect(try server.count("SELECT tries FROM events WHERE id = 1") == 2)
  }

  @Test func ofTwoServersOnOneFileOneSends() throws {
    let first = try ServerHarness(telling: emulator)
    let second = try ServerHarness(
      telling: emulator, clock: first.clock, folder: first.folder, seed: 1_000_000)
    var (one, other) = (first.sender(1), second.sender(2))
    try create("kim", first)
    run(&one)
    try create("lee", second)
    run(&other)
    #expect(emulator.told.count == 2)
    run(&one)
    #expect(emulator.told.count == 4)
    // The first one is killed.
    try create("sam", second)
    first.clock.advance(14)
    run(&other)
    #expect(emulator.told.count == 4)
    first.clock.advance(7)
    run(&other)
    #expect(emulator.events.suffix(2) == ["v1 created sam", "v2 created sam"])
    other.end()
    try create("ann", first)
    run(&one)
    #expect(emulator.told.count == 8)
  }

  @Test func theOldestEventsGoIfTooManyWait() throws {
    let notices = Mutex<[ServerNotice]>([])
    emulator.run(nil)
    let server = try ServerHarness(
      telling: emulator, policy: Policy.quickEmulator.with { $0.eventsKept = 3 },
      notice: { notice in notices.withLock { $0.append(notice) } })
    for uid in ["kim", "lee"] { try create(uid, server) }
    var sender = server.sender()
    _ = sender.step()
    #expect(
      try server.events() == ["v2 created kim waiting", "v1 created lee waiting", "v2 created lee waiting"])
    #expect(notices.withLock(\.self) == [.eventsDropped(1)])
  }

  @Test func theThreadSendsAtOnceAndEndsWhenItIsTold() throws {
    let emulator = EmulatorFake()
    // No time passes, so the machine cannot be too slow for the thread's time to end.
    let server = try ServerHarness(policy: .quickEmulator, events: emulator.settings(uptime: { .zero }))
    concurrently(2) { thread in
      if thread == 0 { return server.server.link.run(as: [1]) }
      defer { server.server.link.stop(within: .seconds(2)) }
      try create("kim", server)
      emulator.wait(forEvents: 2)
      try create("lee", server)
    }
    #expect(emulator.told.count == 4)
  }
}
