import Essentials
import HTTP
import LibC
import Synchronization
import Testing

@testable import CurlTransport
@testable import HTTPListener

@Suite struct SendingTests {
  /// What a server saw of `request`, whole.
  private func sent(_ request: HTTPRequest, by transport: CurlTransport = CurlTransport.patient()) throws
    -> String
  {
    let seen = Mutex("")
    let server = try FaultServer { connection, _ in
      let message = connection.receiveMessage()
      seen.withLock { $0 = message }
      connection.send("HTTP/1.1 204 No Content\r\n\r\n")
    }
    var request = request
    request.origin = server.origin
    #expect(transport.outcome(request) == .success(HTTPResponse(status: 204)))
    return seen.withLock { $0.replacing("127.0.0.1:\(server.port)", with: "HOST") }
  }

  @Test func aRequestGoesOutAsItIsAndNothingIsAdded() throws {
    let request = HTTPRequest(
      method: .post, path: "/v1/a/../b:c%2F", query: [QueryItem("key", "a&b =ü"), QueryItem("", "")],
      headers: ["Content-Type": "application/json", "X-Empty": "", "X-Two": "a"], body: Data("{}".utf8))
    #expect(
      try sent(request) == """
        POST /v1/a/../b:c%2F?key=a%26b%20%3D%C3%BC&= HTTP/1.1\r
        Host: HOST\r
        Content-Type: application/json\r
        X-Empty:\r
        X-Two: a\r
        Content-Length: 2\r
        \r
        {}
        """)
    var configuration = CurlTransport.Configuration()
    configuration.userAgent = "usher/1"
    #expect(
      try sent(HTTPRequest(method: .get, path: "/"), by: CurlTransport(configuration))
        == "GET / HTTP/1.1\r\nHost: HOST\r\nUser-Agent: usher/1\r\n\r\n")
    #expect(
      try sent(HTTPRequest(method: .delete, path: "/a")) == "DELETE /a HTTP/1.1\r\nHost: HOST\r\n\r\n")
    #expect(
      try sent(HTTPRequest(method: .post, path: "/a"))
        == "POST /a HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n")
    #expect(try sent(HTTPRequest(method: .head, path: "/a")) == "HEAD /a HTTP/1.1\r\nHost: HOST\r\n\r\n")
  }

  @Test func aLargeBodyIsSentWithoutAskingFirst() throws {
    let body = String(repeating: "x", count: 1_500_000)
    let message = try sent(HTTPRequest(method: .put, path: "/", body: Data(body.utf8)))
    #expect(message == "PUT / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1500000\r\n\r\n" + body)
  }

  @Test func aConnectionIsKeptForTheNextRequest() throws {
    let server = try FaultServer { connection, _ in
      while !connection.receiveMessage().isEmpty { connection.send(AnswerFaultTests.sized) }
    }
    let transport = CurlTransport.patient()
    let outcomes = (0..<3).map { _ in try? transport.outcome(server.origin).get().status }
    #expect(outcomes == [200, 200, 200])
    #expect(server.connections == 1)
  }

  @Test func aRequestIsNeverSentTwiceWhenAKeptConnectionDies() throws {
    let requests = Mutex(0)
    let server = try FaultServer { connection, _ in
      // Answers the first request of a connection, and takes the second without a word.
      for answer in [AnswerFaultTests.sized, ""] where !connection.receiveMessage().isEmpty {
        requests.withLock { $0 += 1 }
        connection.send(answer)
      }
    }
    let transport = CurlTransport.patient()
    #expect(try transport.outcome(server.origin).get().status == 200)
    #expect(transport.outcome(server.origin) == .failure(.cutOff))
    #expect(requests.withLock { $0 } == 2)
  }

  private static func upload(to origin: String) -> HTTPRequest {
    HTTPRequest(method: .post, origin: origin, path: "/", body: Data(repeating: 0x78, count: 32 << 20))
  }

  @Test func aConnectionThatBreaksBeforeAllIsSentIsToldApart() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receive(count: 1 << 20)
      connection.reset()
    }
    #expect(CurlTransport.patient().outcome(Self.upload(to: server.origin)) == .failure(.cutOffSending))
  }

  @Test func anUploadThatTakesTooLongSaysHowFarItCame() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receive(until: "\r\n\r\n")
      // Neither read nor ended.
      var nothing = pollfd(fd: connection.descriptor, events: 0, revents: 0)
      poll(&nothing, 1, 3_600_000)
    }
    let outcome = CurlTransport.impatient { $0.requestDeadline = .seconds(3) }
      .outcome(Self.upload(to: server.origin))
    guard case .failure(.sentInPart(let sent, let size, 3)) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(size == 32 << 20 && sent > 0 && sent < size)
  }

  /// Whoever refuses a body says why while it is still being sent.
  @Test func aRefusalOfAnUploadIsHeard() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receive(count: 1 << 20)
      connection.send("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}")
      _ = connection.isEnded
    }
    #expect(try CurlTransport.patient().outcome(Self.upload(to: server.origin)).get().status == 408)
  }

  @Test func aSignalEndsTheWait() throws {
    let flag = Flag()
    let server = try FaultServer { connection, _ in
      _ = connection.receiveMessage()
      flag.set()
      _ = connection.isEnded
    }
    let transport = CurlTransport.patient { $0.isInterrupted = { flag.isSet } }
    #expect(transport.outcome(server.origin) == .failure(.interrupted))
  }

  @Test(arguments: [
    (Duration.zero, 1), (.seconds(-5), 1), (.seconds(Int64.min), 1), (.nanoseconds(1), 1),
    (.milliseconds(1), 1),
    (.microseconds(1001), 2), (.seconds(15), 15_000), (.seconds(Int64.max), 2_147_483_647),
  ])
  func aDeadlineIsWholeMillisecondsThatLibcurlTakes(_ duration: Duration, _ milliseconds: Int) {
    #expect(duration.milliseconds == milliseconds)
  }

  @Test func aDeadlineOfNothingIsNoLackOfOne() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receiveMessage()
      _ = connection.isEnded
    }
    let transport = CurlTransport.impatient { $0.requestDeadline = .zero }
    #expect(transport.outcome(server.origin) == .failure(.timedOut(seconds: 1)))
  }

  @Test func aDeadlineBeyondAllIsNone() throws {
    let server = try FaultServer(answer: AnswerFaultTests.sized)
    let transport = CurlTransport.impatient {
      ($0.requestDeadline, $0.connectDeadline) = (.seconds(Int64.max), .seconds(Int64.max))
    }
    #expect(try transport.outcome(server.origin).get().status == 200)
  }

  @Test func aPortWithoutAListenerRefuses() throws {
    let port = try ListeningSocket(host: "127.0.0.1", port: 0).port
    for host in ["127.0.0.1", "localhost", "[::1]"] {
      #expect(CurlTransport.patient().outcome("http://\(host):\(port)") == .failure(.connectionRefused))
    }
  }

  @Test func aNameThatCannotExistDoesNotResolve() {
    let host = String(repeating: "x", count: 64) + ".invalid"
    #expect(CurlTransport.patient().outcome("http://\(host)") == .failure(.nameNotResolved(host: host)))
  }

  @Test func aServerWithoutTLSIsNotTalkedToAsIfItHadIt() throws {
    let server = try FaultServer { connection, _ in connection.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
    let outcome = CurlTransport.patient().outcome("https://127.0.0.1:\(server.port)")
    guard case .failure(.tlsFailed) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(arguments: [
    "", "localhost:9099", "ftp://localhost", "file:///etc/passwd", "http://", "http://user:pass@localhost",
    "http://local host", "http://localhost\r\nX: y", "http://localhost:99999",
  ])
  func anAddressThatIsNotOneIsRefusedWithoutTheQuery(origin: String) {
    let request = HTTPRequest(method: .get, origin: origin, path: "/a", query: [QueryItem("key", "secret")])
    #expect(CurlTransport.patient().outcome(request) == .failure(.badAddress(origin + "/a")))
  }

  @Test(arguments: ["a\r\nX: b", "a\nb", "a\u{0}b"])
  func aHeaderThatWouldSmuggleAnotherIsNotSent(value: String) throws {
    let server = try FaultServer(answer: AnswerFaultTests.sized)
    let request = HTTPRequest(method: .get, origin: server.origin, path: "/", headers: ["X-A": value])
    #expect(
      CurlTransport.patient().outcome(request)
        == .failure(.malformed(reason: #"a line break or NUL in the header "X-A" to be sent"#)))
    #expect(server.connections == 0)
  }

  @Test(arguments: [
    ("localhost", true), ("LocalHost", true), ("a.localhost", true), ("127.0.0.1", true), ("127.9.9.9", true),
    ("127.1", true), ("2130706433", true), ("0x7f.1", true), ("0.0.0.0", true), ("[::1]", true),
    ("[::ffff:127.0.0.1]", true), ("[::]", true), ("128.0.0.1", false), ("[2001:db8::1]", false),
    ("notlocalhost", false), ("localhost.example", false), ("127.0.0.1.example", false),
  ])
  func loopbackIsKnownUnderAllItsNames(host: String, isLoopback: Bool) throws {
    #expect(try Address("http://\(host):9099/").isLoopback == isLoopback)
  }
}

final class Flag: Sendable {
  private let value = Atomic(false)
  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}
