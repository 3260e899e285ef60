import Essentials
import HTTP
import LibC
import Synchronization
import TestSupport
import Testing

@testable import HTTPListener

/// How long a peer may take, by a clock that the tests hold.
@Suite struct DeadlineTests {
  private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private let clock = TestClock()

  private func listener(_ handler: any HTTPHandler = ClosureHandler.ok) throws -> HTTPListener {
    try HTTPListener.serving(handler, clock: clock) {
      $0.headDeadline = .seconds(5)
      $0.bodyDeadline = .seconds(10)
      $0.idleDeadline = .seconds(60)
    }
  }

  @Test(arguments: ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n", "\r\n\r\n"])
  func aHeadThatDripsIsRefusedAtItsDeadline(beginning: String) throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    try listener.wait(for: 1, \.isWaiting)
    connection.send(beginning)
    // A byte every now and then is no excuse.
    for _ in 0..<39 {
      clock.advance(0.125)
      connection.send("x")
      listener.lookAtDeadlines()
    }
    #expect(connection.isOpen)
    clock.advance(0.125)
    listener.lookAtDeadlines()
    try expectTooSlow(connection, of: listener)
  }

  /// The peer is told, and has a moment to hear that while it still sends.
  private func expectTooSlow(_ connection: RawSocket, of listener: HTTPListener) throws {
    let answer = connection.receiveMessage()
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(answer.contains("\r\nConnection: close\r\n"))
    #expect(
      answer.hasSuffix(
        #"{"error":{"code":408,"message":"REQUEST_TOO_SLOW : the request came in too slowly, or stopped coming","#
          + #""status":"DEADLINE_EXCEEDED"}}"#))
    try listener.wait(for: 1, \.isEnding)
    #expect(connection.send("x"))
    #expect(connection.isOpen)
    clock.advance(1)
    listener.lookAtDeadlines()
    #expect(connection.isEnded)
  }

  @Test func aConnectionOnWhichNothingComesIsClosedWithoutAWord() throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    try listener.wait(for: 1, \.isWaiting)
    clock.advance(5)
    listener.lookAtDeadlines()
    #expect(connection.receiveAll() == "")
  }

  @Test func aBodyThatDripsIsRefusedAtItsDeadline() throws {
    let refused = Mutex<[Int]>([])
    let listener = try HTTPListener.serving(clock: clock) {
      $0.refused = { response in refused.withLock { $0.append(response.status) } }
    }
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\nExpect: 100-continue\r\n\r\n")
    _ = connection.receive(until: "\r\n\r\n")
    for _ in 0..<159 {
      clock.advance(0.125)
      connection.send("x")
      listener.lookAtDeadlines()
    }
    #expect(connection.isOpen)
    // Each byte was good for a moment.
    clock.advance(0.5)
    listener.lookAtDeadlines()
    try expectTooSlow(connection, of: listener)
    #expect(refused.withLock { $0 } == [408])
  }

  /// The default, as of Apache: 500 bytes a second.
  @Test(arguments: [600, 400]) func aBodyMayTakeAsLongAsItsRateAllows(rate: Int) throws {
    let size = 33 * 3 * rate
    let listener = try HTTPListener.serving(
      ClosureHandler { HTTPResponse(status: 200, body: Data(String($0.body.count).utf8)) }, clock: clock)
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(size)\r\nExpect: 100-continue\r\n\r\n")
    _ = connection.receive(until: "\r\n\r\n")
    for number in 1...33 {
      clock.advance(3)
      listener.lookAtDeadlines()
      // After 90 seconds, the slower one has had 20, and 2.4 for each of the 29 times before.
      if rate < 500, number == 30 { return try expectTooSlow(connection, of: listener) }
      connection.send(repeatElement(0x78, count: 3 * rate))
      let left = 20 + min(0, Double(rate) / 500 - 1) * 3 * Double(number)
      if number < 33 { try listener.waitForProgress(at: clock.instant, leaving: .seconds(left - 1)) }
    }
    #expect(connection.receiveMessage().hasSuffix("\r\n\r\n\(size)"))
  }

  /// 16 KiB every eight seconds: a slow line, with the limits that every server has.
  @Test func aLargeBodyMayTakeAsLongAsItGoesOn() throws {
    let listener = try HTTPListener.serving(
      ClosureHandler { HTTPResponse(status: 200, body: Data(String($0.body.count).utf8)) }, clock: clock
    ) { $0.bodyLimit = 4 << 20 }
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(256 << 10)\r\nExpect: 100-continue\r\n\r\n")
    _ = connection.receive(until: "\r\n\r\n")
    for number in 1...16 {
      clock.advance(8)
      connection.send(repeatElement(0x78, count: 16 << 10))
      if number < 16 { try listener.waitForProgress(at: clock.instant) }
    }
    #expect(connection.receiveMessage().hasSuffix("\r\n\r\n\(256 << 10)"))
  }

  /// However fast it was until then.
  @Test func whatStandsStillIsGivenUpAfterAsLongAsEver() {
    let deadlines = Connection.Deadlines(
      head: .seconds(5), body: .seconds(10), slowestRate: 16 << 10, idle: .seconds(60))
    let connection = Connection(socket: -1, deadlines: deadlines) { [clock] in clock.instant }
    for phase in [Connection.Phase.body, .answer] {
      connection.enter(phase)
      connection.progress(by: 64 << 20)
      #expect(!connection.isOverdue(at: clock.instant + .milliseconds(9999)))
      #expect(connection.isOverdue(at: clock.instant + .seconds(10)))
      clock.advance(8)
      connection.progress(by: 64 << 10)
      #expect(!connection.isOverdue(at: clock.instant + .milliseconds(5999)))
      #expect(connection.isOverdue(at: clock.instant + .seconds(6)))
    }
  }

  @Test func aLargeAnswerMayBeTakenAsSlowlyAsItGoesOn() throws {
    let size = 4 << 20
    let listener = try HTTPListener.serving(
      ClosureHandler { _ in HTTPResponse(status: 200, body: Data(repeating: 0x78, count: size)) },
      clock: clock
    ) { $0.bodyDeadline = .seconds(10) }
    let connection = RawSocket(connectedTo: listener.port)
    // What the system takes for a peer is no progress of the peer's.
    connection.limitAhead(to: 64 << 10)
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    _ = connection.receive(until: "\r\n\r\n")
    for _ in 0..<12 {
      clock.advance(8)
      #expect(connection.receive(count: 256 << 10).utf8.count == 256 << 10)
      try listener.waitForProgress(at: clock.instant)
    }
    #expect(connection.receiveAll()?.utf8.count == size - 12 * (256 << 10))
  }

  @Test func aConnectionIsKeptBetweenRequestsLongerThanForAHead() throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    for _ in 0..<3 {
      connection.send(Self.request)
      #expect(connection.receiveMessage().hasSuffix("ok"))
      try listener.wait(for: 1, \.isIdle)
      clock.advance(59.875)
      listener.lookAtDeadlines()
    }
    #expect(connection.isOpen)
    clock.advance(0.125)
    listener.lookAtDeadlines()
    #expect(connection.isEnded)
  }

  @Test func anAnswerThatNobodyTakesIsGivenUpAtItsDeadline() throws {
    let listener = try listener(
      ClosureHandler { _ in
        HTTPResponse(status: 200, body: Data(repeating: 0x78, count: 32 << 20))
      })
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(Self.request)
    _ = connection.receive(count: 1)
    #expect(listener.service.connections.count == 1)
    // When the answer began is not known here.
    try listener.wait("the end of the connection") { connections in
      clock.advance(10)
      for connection in connections where connection.isOverdue(at: clock.instant) {
        connection.giveUp(at: clock.instant)
      }
      return connections.isEmpty
    }
    #expect((connection.receiveAll()?.utf8.count ?? 0) < 32 << 20)
  }

  @Test func aHandlerMayTakeLongerThanAnyDeadline() throws {
    let (begun, mayEnd) = (try Latch(), try Latch())
    let listener = try listener(
      ClosureHandler { _ in
        begun.open()
        _ = mayEnd.wait(for: .seconds(3600))
        return HTTPResponse(status: 200, body: Data("done".utf8))
      })
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(Self.request)
    _ = begun.wait()
    clock.advance(100_000)
    listener.lookAtDeadlines()
    #expect(connection.isOpen)
    mayEnd.open()
    #expect(connection.receiveMessage().hasSuffix("done"))
  }

  @Test func aPeerThatDoesNotEndAfterTheLastAnswerIsCut() throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(connection.receiveAll()?.hasSuffix("ok") == true)
    #expect(listener.service.connections.count == 1)
    clock.advance(1)
    listener.lookAtDeadlines()
    try listener.waitUntilAllAreClosed()
  }

  /// The looks come by themselves.
  @Test func theListenerLooksAtItsDeadlines() throws {
    let listener = try HTTPListener.serving(clock: clock) { $0.headDeadline = .milliseconds(1) }
    let connection = RawSocket(connectedTo: listener.port)
    try listener.wait(for: 1, \.isWaiting)
    clock.advance(1)
    #expect(connection.isEnded)
  }
}

extension HTTPListener {
  /// Waits until the one connection has more than `time` again, which is most of what it began with.
  fileprivate func waitForProgress(
    at now: ContinuousClock.Instant, leaving time: Duration = .seconds(5)
  ) throws {
    try wait("progress") { $0.count == 1 && !$0[0].isOverdue(at: now + time) }
    lookAtDeadlines()
  }
}
