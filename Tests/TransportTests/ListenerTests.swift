import CurlTransport
import Essentials
import HTTP
import LibC
import Synchronization
import Testing

@testable import HTTPListener

@Suite struct ListenerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test func aConnectionServesRequestsUntilThePeerWantsItClosed() throws {
    let listener = try HTTPListener.impatient()
    let connection = RawSocket(connectedTo: listener.port)
    for _ in 0..<3 {
      connection.send(Self.request)
      #expect(connection.receiveMessage().hasSuffix("\r\n\r\nok"))
    }
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(connection.receiveMessage().contains("Connection: close\r\n"))
    #expect(connection.isEnded)
  }

  @Test func requestsSentAheadAreAnsweredInTurn() throws {
    let listener = try HTTPListener(ClosureHandler.echo)
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(
      (0..<50).map { "POST /\($0) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}" }.joined())
    let answers = (0..<50).map { _ in connection.receiveMessage() }
    #expect(answers.enumerated().allSatisfy { $1.contains("X-Path: /\($0)\r\n") })
  }

  @Test func aClientThatAsksBeforeItSendsIsToldToGoOn() throws {
    let listener = try HTTPListener(ClosureHandler.echo)
    let connection = RawSocket(connectedTo: listener.port)
    connection.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    #expect(connection.receive(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
    connection.send("{}")
    #expect(connection.receiveMessage().hasSuffix("\r\n\r\n{}"))
  }

  @Test func handlersThatBlockDoNotHoldEachOtherUp() throws {
    let together = Mutex(0)
    let listener = try HTTPListener(
      ClosureHandler { _ throws(StorageFailure) in
        // Goes on only when all are here at once.
        together.withLock { $0 += 1 }
        while together.withLock({ $0 }) < 32 { usleep(1000) }
        return HTTPResponse(status: 204)
      })
    let connections = (0..<32).map { _ in RawSocket(connectedTo: listener.port) }
    for connection in connections { connection.send(Self.request) }
    #expect(connections.allSatisfy { $0.receiveMessage().hasPrefix("HTTP/1.1 204 ") })
  }

  @Test(arguments: [
    "", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n",
  ])
  func aRequestThatDripsIsCutAtTheDeadline(beginning: String) throws {
    let listener = try HTTPListener.impatient()
    let connection = RawSocket(connectedTo: listener.port)
    let start = ContinuousClock.now
    connection.send(beginning)
    // A byte every now and then is no excuse.
    try startThread {
      for _ in 0..<8 where connection.send("x") { usleep(100_000) }
    }
    #expect(connection.isEnded)
    #expect((.milliseconds(290)..<Duration.milliseconds(600)).contains(ContinuousClock.now - start))
  }

  @Test func theTimeOfAHeadCountsFromItsConnection() throws {
    let listener = try HTTPListener.impatient()
    let connection = RawSocket(connectedTo: listener.port)
    let start = ContinuousClock.now
    usleep(200_000)
    connection.send("GET / HTTP/1.1\r\nX: y")
    #expect(connection.isEnded)
    #expect(ContinuousClock.now - start < .milliseconds(450))
  }

  @Test func anAnswerThatNobodyTakesIsGivenUpAtTheDeadline() throws {
    let listener = try HTTPListener.impatient(
      ClosureHandler { _ throws(StorageFailure) in
        HTTPResponse(status: 200, body: Data(repeating: 0x78, count: 32 << 20))
      })
    let connection = RawSocket(connectedTo: listener.port)
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    usleep(500_000)
    #expect((connection.receiveAll()?.utf8.count ?? 0) < 32 << 20)
  }

  @Test func aConnectionIsKeptBetweenRequestsLongerThanForAHead() throws {
    let listener = try HTTPListener.impatient { $0.idleDeadline = .milliseconds(700) }
    let connection = RawSocket(connectedTo: listener.port)
    connection.send(Self.request)
    _ = connection.receiveMessage()
    usleep(450_000)
    connection.send(Self.request)
    #expect(connection.receiveMessage().hasSuffix("ok"))
    let start = ContinuousClock.now
    #expect(connection.isEnded)
    #expect(ContinuousClock.now - start > .milliseconds(600))
  }

  @Test func aHandlerMayTakeLongerThanAnyDeadline() throws {
    let listener = try HTTPListener.impatient(
      ClosureHandler { _ throws(StorageFailure) in
        usleep(500_000)
        return HTTPResponse(status: 204)
      })
    #expect(try CurlTransport().outcome(listener.origin).get().status == 204)
  }

  @Test func slowConnectionsDoNotSlowTheOthers() throws {
    let listener = try HTTPListener(ClosureHandler.ok)
    let slow = (0..<200).map { number in
      let connection = RawSocket(connectedTo: listener.port)
      connection.send(
        number % 2 == 0
          ? "GET / HTTP/1.1\r\nHo" : "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
      return connection
    }
    let start = ContinuousClock.now
    for _ in 0..<100 {
      #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("ok") == true)
    }
    #expect(ContinuousClock.now - start < .seconds(2))
    withExtendedLifetime(slow) {}
  }

  @Test func beyondTheMostConnectionsOthersAreTurnedAwayUntilOneIsFree() throws {
    let listener = try HTTPListener.impatient {
      $0.connectionLimit = 4
      $0.headDeadline = .seconds(5)
    }
    var kept = (0..<4).map { _ in RawSocket(connectedTo: listener.port) }
    for connection in kept {
      connection.send(Self.request)
      #expect(connection.receiveMessage().hasSuffix("ok"))
    }
    #expect(RawSocket(connectedTo: listener.port).isEnded)
    kept.removeAll()
    let end = ContinuousClock.now + .seconds(2)
    while listener.status(of: "GET / HTTP/1.0\r\n\r\n") != "200" {
      #expect(ContinuousClock.now < end)
      usleep(5000)
    }
  }

  @Test func stoppingLetsWhatIsInFlightBeAnsweredAndClosesTheRest() throws {
    let hasBegun = Flag()
    let listener = try HTTPListener.impatient(
      ClosureHandler { request throws(StorageFailure) in
        hasBegun.set()
        usleep(100_000)
        return HTTPResponse(status: 200, body: Data("done".utf8))
      },
      {
        $0.stopDeadline = .seconds(5)
        $0.headDeadline = .seconds(5)
      })
    let idle = RawSocket(connectedTo: listener.port)
    let begun = RawSocket(connectedTo: listener.port)
    begun.send(Self.request)
    let sending = RawSocket(connectedTo: listener.port)
    sending.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
    while !hasBegun.isSet { usleep(1000) }
    try startThread {
      usleep(50_000)
      sending.send("}")
    }
    #expect(!listener.waitUntilStopped(for: .zero))
    let start = ContinuousClock.now
    listener.stop()
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(listener.waitUntilStopped())
    #expect(begun.receiveAll()?.hasSuffix("done") == true)
    #expect(sending.receiveAll()?.hasSuffix("done") == true)
    #expect(idle.isEnded)
    #expect(CurlTransport().outcome(listener.origin) == .failure(.connectionRefused))
  }

  @Test(arguments: [false, true])
  func aRequestThatHasArrivedWhenStoppingBeginsIsAnswered(onNewConnection: Bool) throws {
    let lost = try (0..<30).filter { _ in
      let listener = try HTTPListener.impatient()
      let connection = RawSocket(connectedTo: listener.port)
      if !onNewConnection {
        connection.send(Self.request)
        _ = connection.receiveMessage()
      }
      connection.send(Self.request)
      listener.stop()
      return connection.receiveAll()?.hasSuffix("ok") != true
    }
    #expect(lost == [])
  }

  @Test func stoppingWaitsForThePeerOnlySoLong() throws {
    let listener = try HTTPListener.impatient { $0.bodyDeadline = .seconds(30) }
    let sending = RawSocket(connectedTo: listener.port)
    sending.send("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    _ = sending.receive(until: "\r\n\r\n")
    let start = ContinuousClock.now
    listener.stop()
    #expect((.milliseconds(500)..<Duration.seconds(1)).contains(ContinuousClock.now - start))
    #expect(sending.isEnded)
  }

  @Test func whoeverStopsAListenerTwiceOrWaitsForItSeesItStopped() throws {
    let listener = try HTTPListener.impatient()
    let seen = Mutex(0)
    for _ in 0..<3 {
      try startThread {
        listener.stop()
        if listener.waitUntilStopped() { seen.withLock { $0 += 1 } }
      }
    }
    #expect(listener.waitUntilStopped())
    while seen.withLock({ $0 }) < 3 { usleep(1000) }
  }

  @Test func aListenerThatIsForgottenStops() throws {
    let port = try HTTPListener.impatient().port
    #expect(CurlTransport().outcome("http://127.0.0.1:\(port)") == .failure(.connectionRefused))
  }

  @Test func aListenerThatCannotStartSaysWhy() throws {
    func failure(_ host: String, _ port: UInt16) -> ListenError? {
      var configuration = HTTPListener.Configuration()
      (configuration.host, configuration.port) = (host, port)
      do throws(ListenError) {
        _ = try HTTPListener(ClosureHandler.ok, configuration: configuration)
        return nil
      } catch {
        return error
      }
    }
    let listener = try HTTPListener(ClosureHandler.ok)
    #expect(failure("127.0.0.1", listener.port) == .portTaken(listener.port))
    #expect(failure("localhost", 0) == .notAnAddress("localhost"))
    #expect(failure("192.0.2.1", 0) == .addressNotAvailable("192.0.2.1"))
  }
}
