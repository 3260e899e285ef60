import CurlTransport
import Essentials
import HTTP
import LibC
import Synchronization
import TestSupport
import Testing

@testable import HTTPListener

@Suite struct ListenerTests {
  private static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

  @Test func aConnectionServesRequestsUntilThePeerWantsItClosed() throws {
    let listener = try HTTPListener.serving()
    let connection = RawSocket(connectedTo: listener.port)
    for _ in 0..<3 {
      connection.send(Self.request)
      #expect(connection.receiveMessage().hasSuffix("\r\n\r\nok"))
    }
    connection.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    #expect(connection.receiveMessage().contains("Connection: close\r\n"))
    #expect(connection.isEnded)
  }

  @Test(arguments: ["0.0.0.0", "::"])
  func theAddressesForOtherMachinesAreAnswered(_ host: String) throws {
    let listener = try HTTPListener.serving { $0.host = host }
    for authority in listener.networkAuthorities() + [listener.localAuthority] {
      let request = HTTPRequest(method: .get, origin: "http://" + authority, path: "/")
      #expect(try CurlTransport.patient().send(request).body == Data("ok".utf8))
    }
    #expect(!listener.networkAuthorities().contains { $0.hasPrefix("127.") || $0.hasPrefix("[::1]") })
  }

  @Test func onLoopbackThereAreNoAddressesForOtherMachines() throws {
    #expect(try HTTPListener.serving().networkAuthorities() == [])
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
      ClosureHandler { _ in
        // Goes on only when all are here at once.
        together.withLock { $0 += 1 }
        while together.withLock({ $0 }) < 32 { usleep(1000) }
        return HTTPResponse(status: 204)
      })
    let connections = (0..<32).map { _ in RawSocket(connectedTo: listener.port) }
    for connection in connections { connection.send(Self.request) }
    #expect(connections.allSatisfy { $0.receiveMessage().hasPrefix("HTTP/1.1 204 ") })
  }

  @Test func slowConnectionsDoNotHoldUpTheOthers() throws {
    let listener = try HTTPListener.serving()
    let slow = (0..<200).map { number in
      let connection = RawSocket(connectedTo: listener.port)
      connection.send(
        number % 2 == 0
          ? "GET / HTTP/1.1\r\nHo" : "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nx")
      return connection
    }
    for _ in 0..<100 {
      #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("ok") == true)
    }
    #expect(slow.allSatisfy { $0.isOpen })
  }

  @Test func stoppingLetsWhatIsInFlightBeAnsweredAndClosesTheRest() throws {
    let (begun, mayEnd) = (try Latch(), try Latch())
    let listener = try HTTPListener.serving(
      ClosureHandler { request in
        begun.open()
        _ = mayEnd.wait(for: .seconds(3600))
        return HTTPResponse(status: 200, body: Data("done".utf8))
      })
    let idle = RawSocket(connectedTo: listener.port)
    let working = RawSocket(connectedTo: listener.port)
    working.send(Self.request)
    let sending = RawSocket(connectedTo: listener.port)
    sending.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    _ = sending.receive(until: "\r\n\r\n")
    _ = begun.wait()
    #expect(!listener.waitUntilStopped(for: .zero))
    try startThread { listener.stop() }
    #expect(idle.isEnded)
    #expect(CurlTransport.patient().outcome(listener.origin) == .failure(.connectionRefused))
    #expect(working.isOpen && sending.isOpen && !listener.waitUntilStopped(for: .zero))
    sending.send("{}")
    mayEnd.open()
    #expect(working.receiveAll()?.hasSuffix("done") == true)
    #expect(sending.receiveAll()?.hasSuffix("done") == true)
    #expect(listener.waitUntilStopped())
  }

  @Test(arguments: [true, false]) func itsThreadsTakeSignalsIfTheyAreToldTo(takesSignals: Bool) throws {
    /// Whether the thread that runs may be interrupted.
    @Sendable func mayBeInterrupted() -> Bool {
      var blocked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &blocked)
      return [SIGTERM, SIGPIPE, SIGALRM].allSatisfy { sigismember(&blocked, $0) == 0 }
    }
    // A thread begins with what its maker's takes; those that run tests take none.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let seen = Mutex<[Bool]>([])
    let listener = try HTTPListener.serving(
      ClosureHandler { _ in
        seen.withLock { $0.append(mayBeInterrupted()) }
        return HTTPResponse(status: 204)
      }
    ) {
      $0.takesSignals = takesSignals
      $0.admits = { _ in
        seen.withLock { $0.append(mayBeInterrupted()) }
        return true
      }
    }
    #expect(listener.status(of: "GET / HTTP/1.0\r\n\r\n") == "204")
    #expect(seen.withLock { $0 } == [takesSignals, takesSignals])
  }

  @Test func theProcesssLimitOfOpenFilesIsItsOwn() async {
    await #expect(processExitsWith: .success) {
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      var limit = rlimit()
      getrlimit(files, &limit)
      limit.rlim_cur = 100
      setrlimit(files, &limit)
      let listener = try HTTPListener(ClosureHandler.ok)
      #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("ok") == true)
      getrlimit(files, &limit)
      #expect(limit.rlim_cur == 100)
      #expect(OpenFiles.room(for: 200) == 36)
      OpenFiles.makeRoom(for: 200)
      getrlimit(files, &limit)
      #expect(limit.rlim_cur == 264)
      #expect(OpenFiles.room(for: 200) == 200)
      OpenFiles.makeRoom(for: 10)
      getrlimit(files, &limit)
      #expect(limit.rlim_cur == 264)
    }
  }

  @Test(arguments: [false, true])
  func aRequestThatHasArrivedWhenStoppingBeginsIsAnswered(onNewConnection: Bool) throws {
    let lost = try (0..<30).filter { _ in
      let listener = try HTTPListener.serving()
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
    let clock = TestClock()
    let listener = try HTTPListener.serving(clock: clock) { $0.bodyDeadline = .seconds(60) }
    let sending = RawSocket(connectedTo: listener.port)
    sending.send(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    _ = sending.receive(until: "\r\n\r\n")
    try startThread { listener.stop() }
    while !listener.service.isDraining { usleep(100) }
    #expect(sending.isOpen && !listener.waitUntilStopped(for: .zero))
    // How much of it passes before the wait begins is not known.
    while !listener.waitUntilStopped(for: .milliseconds(1)) { clock.advance(5) }
    #expect(sending.isEnded)
    #expect(clock.now.timeIntervalSince(TestClock().now) < 60)
  }

  @Test func whoeverStopsAListenerTwiceOrWaitsForItSeesItStopped() throws {
    let listener = try HTTPListener.serving()
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
    let port = try HTTPListener.serving().port
    #expect(CurlTransport.patient().outcome("http://127.0.0.1:\(port)") == .failure(.connectionRefused))
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
