import Essentials
import HTTP
import LibC
import TestSupport
import Testing

@testable import HTTPListener

/// Who gets a place when there are more connections than places.
@Suite struct CrowdTests {
  private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
  private let clock = TestClock()

  private func listener(_ handler: any HTTPHandler = ClosureHandler.ok) throws -> HTTPListener {
    try HTTPListener.serving(handler, clock: clock) { $0.connectionLimit = 8 }
  }

  @Test func theLongestIdleMakesRoomForANewcomer() throws {
    let listener = try listener()
    var kept: [RawSocket] = []
    for number in 1...7 {
      kept.append(RawSocket(connectedTo: listener.port))
      kept[number - 1].send(Self.request)
      #expect(kept[number - 1].receiveMessage().hasSuffix("ok"))
      try listener.wait(for: number, \.isIdle)
      clock.advance(1)
    }
    // The first one is in use again, so the second is now the one that was idle for the longest.
    kept[0].send(Self.request)
    #expect(kept[0].receiveMessage().hasSuffix("ok"))
    try listener.wait(for: 7, \.isIdle)
    #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("ok") == true)
    #expect(kept[1].isEnded)
    let others = kept.enumerated().filter { $0.offset != 1 }.map(\.element)
    #expect(others.allSatisfy { $0.isOpen })
  }

  @Test func aCrowdOfIdleConnectionsShutsNobodyOut() throws {
    let listener = try listener()
    var idle: [RawSocket] = []
    for number in 0..<100 {
      let newcomer = RawSocket(connectedTo: listener.port)
      newcomer.send(Self.request)
      #expect(newcomer.receiveMessage().hasSuffix("ok"), "newcomer \(number)")
      idle.append(newcomer)
      try listener.wait(for: min(number + 1, 7), \.isIdle)
      clock.advance(0.001)
    }
    #expect(idle.map(\.isOpen) == Array(repeating: false, count: 93) + Array(repeating: true, count: 7))
  }

  @Test func aCrowdOfHeadsThatNeverComeShutsNobodyOut() throws {
    let listener = try listener()
    let slow = (0..<100).map { _ in
      clock.advance(0.001)
      let connection = RawSocket(connectedTo: listener.port)
      connection.send("GET / HT")
      return connection
    }
    #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("ok") == true)
    withExtendedLifetime(slow) {}
  }

  @Test func whereAllAreAtWorkANewcomerIsToldToComeAgain() throws {
    let mayEnd = try Latch()
    let listener = try listener(
      ClosureHandler { _ in
        _ = mayEnd.wait(for: .seconds(3600))
        return HTTPResponse(status: 200, body: Data("ok".utf8))
      })
    let working = (0..<8).map { _ in
      let connection = RawSocket(connectedTo: listener.port)
      connection.send(Self.request)
      return connection
    }
    try listener.wait(for: 8, \.isWorking)
    let turnedAway = RawSocket(connectedTo: listener.port)
    let answer = turnedAway.receiveAll()
    #expect(answer?.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n") == true)
    #expect(answer?.contains("\r\nRetry-After: 1\r\n") == true)
    mayEnd.open()
    #expect(working.allSatisfy { $0.receiveMessage().hasSuffix("ok") })
    #expect(listener.status(of: "GET / HTTP/1.0\r\n\r\n") == "200")
  }
}

extension Connection {
  fileprivate var isWorking: Bool { !isWaiting }
}
