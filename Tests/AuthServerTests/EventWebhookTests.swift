import Crypto
import Essentials
import HTTP
import IdentityToolkit
import TestSupport
import Testing

@testable import AuthServer

/// Events that go to an address in place of functions, and the list of events.
@Suite struct EventWebhookTests {
  private let clock = TestClock()

  private func harness(_ stub: TransportStub, secret: String? = nil) throws -> ServerHarness {
    let emulator = EmulatorFake()
    emulator.run(nil)
    var settings = emulator.settings(uptime: { [clock] in clock.uptime })
    settings.webhook = EventWebhook("https://hooks.example/auth?x=1", secret: secret, transport: stub)
    return try ServerHarness(policy: .quickEmulator, events: settings, clock: clock)
  }

  @Test func anAddressReceivesCloudEventsAlone() throws {
    let stub = TransportStub(.json("{}", status: 204))
    let server = try harness(stub)
    let kim = try server.signUp()
    var sender = server.sender()
    while sender.step() == .zero {}
    let request = try #require(stub.requests.first)
    #expect(request.url == "https://hooks.example/auth?x=1")
    #expect(request.headers == ["Content-Type": "application/cloudevents+json; charset=UTF-8"])
    #expect(JSONValue(json: request.body)?["data"]?["value"]?["uid"] == kim.localId.map { .string($0) })
    #expect(try server.events() == ["v2 created \(kim.localId ?? "") sent"])
  }

  @Test func eachTryIsSignedAnew() throws {
    let stub = TransportStub(.failure(.connectionRefused), .json("{}"))
    let server = try harness(stub, secret: "0123456789abcdef")
    try server.signUp()
    var sender = server.sender()
    _ = sender.step()
    clock.advance(1)
    _ = sender.step()
    try #require(stub.requests.count == 2)
    for (index, request) in stub.requests.enumerated() {
      let time = 1_800_000_000 + index
      let code = Hex.encode(
        Digest.hmacSHA256(Array("\(time).".utf8) + request.body, key: Array("0123456789abcdef".utf8)))
      #expect(request.headers["X-Usher-Signature"] == "t=\(time),v1=\(code)")
    }
    #expect(stub.requests[0].body == stub.requests[1].body)
  }

  /// Each of them would fail ten times, and be lost.
  @Test(arguments: [
    (
      Result<HTTPResponse, HTTPError>.failure(.connectionRefused),
      Result<HTTPResponse, HTTPError>.failure(.connectionFailed(reason: "no route"))
    ),
    (.json("bad gateway", status: 502), .json("starting", status: 503)),
    (.json("too late", status: 504), .json("too many", status: 429)),
  ])
  func ifNobodyAnswersAllEventsWait(
    first: Result<HTTPResponse, HTTPError>, second: Result<HTTPResponse, HTTPError>
  ) throws {
    let stub = TransportStub(first, second, .json("{}"), .json("{}"))
    let server = try harness(stub)
    for email in ["kim@example.com", "lee@example.com"] { try server.signUp(email) }
    var sender = server.sender()
    for count in 1...2 {
      while sender.step() == .zero {}
      #expect(stub.requests.count == count)
      clock.advance(1)
    }
    while sender.step() == .zero {}
    #expect(try server.call(ListEvents.self, .init()).events.map(\.tries) == [3, 1])
  }

  /// The receiver may answer one account's event so for ever, and no other's.
  @Test(arguments: [429, 503]) func anEventThatIsAlwaysAnsweredSoHoldsOneAccount(status: Int) throws {
    let (down, up) = (TransportStub.Answer.json("", status: status), TransportStub.Answer.json("{}"))
    // Lee is taken, then kim fails, then sam is taken at once.
    let stub = TransportStub([up, down, up] + (1...9).map { _ in down })
    let server = try harness(stub)
    for email in ["lee@example.com", "kim@example.com", "sam@example.com"] { try server.signUp(email) }
    var sender = server.sender()
    while sender.step() == .zero {}
    #expect(try server.events().map { $0.hasSuffix("sent") } == [true, false, true])
    for _ in 1...9 {
      clock.advance(20)
      while sender.step() == .zero {}
    }
    #expect(try server.events().map { $0.hasSuffix("failed") } == [false, true, false])
  }

  /// At the start nothing was taken yet, so the others wait for a moment.
  @Test func anEventThatAlwaysFailsFirstHoldsTheOthersForThreeTries() throws {
    let down = TransportStub.Answer.json("", status: 503)
    let stub = TransportStub(down, down, down, .json("{}"))
    let server = try harness(stub)
    for email in ["kim@example.com", "lee@example.com"] { try server.signUp(email) }
    var sender = server.sender()
    for _ in 1...3 {
      while sender.step() == .zero {}
      clock.advance(0.25)
    }
    #expect(try server.call(ListEvents.self, .init()).events.map(\.tries) == [3, 1])
    #expect(try server.events().map { $0.hasSuffix("sent") } == [false, true])
  }

  /// Two accounts in a row are reason enough, also after events were taken.
  @Test func ifTwoAccountsEventsFailInARowAllEventsWait() throws {
    let (down, up) = (TransportStub.Answer.json("", status: 503), TransportStub.Answer.json("{}"))
    let stub = TransportStub(up, down, down, up, up, up)
    let server = try harness(stub)
    for name in ["lee", "kim", "sam", "ann"] { try server.signUp("\(name)@example.com") }
    var sender = server.sender()
    while sender.step() == .zero {}
    #expect(stub.requests.count == 3)
    clock.advance(1)
    while sender.step() == .zero {}
    #expect(try server.call(ListEvents.self, .init()).events.map(\.tries) == [1, 2, 2, 1])
  }

  /// An event that breaks its receiver is no reason to hold the others.
  @Test(arguments: [HTTPError.cutOff, .timedOut(seconds: 5), .malformed(reason: "x")])
  func aBrokenAnswerHoldsOneAccount(error: HTTPError) throws {
    let stub = TransportStub(.failure(error), .json("{}"), .json("{}"))
    let server = try harness(stub)
    for email in ["kim@example.com", "lee@example.com"] { try server.signUp(email) }
    var sender = server.sender()
    while sender.step() == .zero {}
    #expect(try server.events().map { $0.hasSuffix("sent") } == [false, true])
    clock.advance(1)
    while sender.step() == .zero {}
    #expect(try server.events().allSatisfy { $0.hasSuffix("sent") })
  }

  /// Functions that learned of a deletion before the creation would keep the account.
  @Test func anEventThatIsSentAgainComesBeforeTheLaterOnesOfItsAccount() throws {
    let stub = TransportStub(
      [.json("", status: 500), .json("{}"), .json("{}")]
        + (1...9).map { _ in .json("", status: 500) } + (1...3).map { _ in .json("{}") })
    let server = try harness(stub)
    let accounts = try ["kim@example.com", "lee@example.com"].map { try server.signUp($0) }
    for account in accounts {
      _ = try server.call(DeleteAccount.self, .init(idToken: account.idToken))
    }
    var sender = server.sender()
    for _ in 1...12 {
      while sender.step() == .zero {}
      clock.advance(20)
    }
    func outcomes() throws -> [String] { try server.events().map { String($0.split(separator: " ")[3]) } }
    #expect(try outcomes() == ["failed", "sent", "sent", "sent"])
    #expect(try server.call(RetryEvents.self, .init()) == .init(count: 2))
    while sender.step() == .zero {}
    #expect(try outcomes() == ["sent", "sent", "sent", "sent"])
    let ids = stub.requests.compactMap { JSONValue(json: $0.body)?["id"]?.string }
    // The creation of kim, ten times; that of lee and both deletions; then kim's two again, with the same IDs.
    let sent = try server.call(ListEvents.self, .init()).events.map(\.eventId)
    #expect(ids.filter { $0 != sent[0] }.count == 4)
    #expect(ids.suffix(3) == [sent[2], sent[0], sent[2]])
  }

  @Test(arguments: ["", "x", "ftp://h/", "http://u@h/"])
  func whatIsNoAddressIsRefused(url: String) {
    #expect(EventWebhook(url, secret: nil, transport: TransportStub()) == nil)
  }

  @Test func eventsAreListedAndFailedOnesAreSentAgain() throws {
    let emulator = EmulatorFake()
    let server = try ServerHarness(telling: emulator, clock: clock)
    let kim = try server.signUp()
    for _ in 1...10 { emulator.answer(.json("", status: 503)) }
    var sender = server.sender()
    for _ in 1...12 {
      _ = sender.step()
      clock.advance(20)
    }
    let list = try server.call(ListEvents.self, .init())
    #expect(list.functions == "127.0.0.1:5001")
    #expect(list.events.map(\.id) == ["1", "2"])
    #expect(list.events.map(\.localId) == [kim.localId, kim.localId])
    #expect(list.events.map(\.state) == [.failed, .sent])
    #expect(list.events.map(\.tries) == [10, 1])
    #expect(list.events.map(\.answer) == ["HTTP 503", "200"])
    #expect(list.events[0].madeAt == "2027-01-15T08:00:00.000Z")
    let body = try #require(emulator.told.first).body
    #expect(JSONValue(json: body)?["id"] == .string(list.events[1].eventId))
    #expect(try server.call(RetryEvents.self, .init()) == .init(count: 1))
    _ = sender.step()
    #expect(emulator.events == ["v2 created \(kim.localId ?? "")", "v1 created \(kim.localId ?? "")"])
    #expect(try server.call(RetryEvents.self, .init()) == .init(count: 0))
    // Another project has no functions here.
    #expect(
      try server.call(ListEvents.self, .init(), project: "demo-other") == .init(functions: nil, events: []))
  }
}
