import Essentials
import HTTP
import LibC
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
  func aHeadThatDripsIsCutAtItsDeadline(beginning: String) throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    listener.wait(for: 1, \.isWaiting)
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
    #expect(connection.isEnded)
  }

  @Test func aBodyThatDripsIsCutAtItsDeadline() throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999\r\nExpect: 100-continue\r\n\r\n")
    _ = connection.receive(until: "\r\n\r\n")
    for _ in 0..<79 {
      clock.advance(0.125)
      connection.send("x")
      listener.lookAtDeadlines()
    }
    #expect(connection.isOpen)
    clock.advance(0.125)
    listener.lookAtDeadlines()
    #expect(connection.isEnded)
  }

  @Test func aConnectionIsKeptBetweenRequestsLongerThanForAHead() throws {
    let listener = try listener()
    let connection = RawSocket(connectedTo: listener.port)
    for _ in 0..<3 {
      connection.send(Self.request)
      #expect(connection.receiveMessage().hasSuffix("ok"))
      listener.wait(for: 1, \.isIdle)
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
    while listener.service.connections.count > 0 {
      clock.advance(10)
      listener.lookAtDeadlines()
      usleep(100)
    }
    #expect((connection.receiveAll()?.utf8.count ?? 0) < 32 << 20)
  }

  @Test func aHandlerMayTakeLongerThanAnyDeadline() throws {
    let (begun, mayEnd) = (try Latch(), try Latch())
    let listener = try listener(
      ClosureHandler { _ in
        begun.open()
        _ = mayEnd.wait()
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
    while listener.service.connections.count > 0 { usleep(100) }
  }

  /// The looks come by themselves.
  @Test func theListenerLooksAtItsDeadlines() throws {
    let listener = try HTTPListener.serving(clock: clock) { $0.headDeadline = .milliseconds(1) }
    let connection = RawSocket(connectedTo: listener.port)
    listener.wait(for: 1, \.isWaiting)
    clock.advance(1)
    #expect(connection.isEnded)
  }
}
