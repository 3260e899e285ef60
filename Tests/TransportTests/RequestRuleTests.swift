import HTTP
import Synchronization
import TestSupport
import Testing

@testable import HTTPListener

@Suite struct RequestRuleTests {
  @Test(arguments: [
    ("localhost", true), ("LOCALHOST:80", true), ("127.0.0.1:9099", true), ("10.0.2.2", true),
    ("[::1]:1", true),
    ("[2001:db8::1]", false), ("203.0.113.7", false), ("203.0.113.7:9099", false), ("8.8.8.8", false),
    ("[::ffff:8.8.8.8]", false), ("[fd00::1]:9099", true), ("[127.0.0.1]", false), ("usher", true),
    ("Usher:9099", true),
    ("", false), ("evil.example", false), ("localhost.evil.example", false), ("evil.example:127", false),
    ("127.0.0.1.evil.example", false), ("127.1", false), ("localhost:", false), ("localhost:1:2", false),
    ("localhost:99999", false), ("localhost:+1", false), ("localhost@evil.example", false), ("[evil]", false),
    ("[::1", false), ("[::1]evil", false), ("127.0.0.1, evil.example", false), ("local host", false),
  ])
  func aHostIsAnAddressOrAKnownName(host: String, isPermitted: Bool) {
    #expect(HostRule(allowedNames: ["usher"]).permits(host) == isPermitted)
  }

  @Test(arguments: [
    ("203.0.113.7", true), ("203.0.113.7:9099", true), ("203.0.113.8", true), ("203.0.113.9", false),
    ("[2001:db8::1]", true), ("[2001:DB8:0::1]:9099", true), ("[2001:db8::2]", true),
    ("[2001:db8::3]", false),
  ])
  func aPublicAddressIsAllowedByNameOrWhereItIsTheListenersOwn(host: String, isPermitted: Bool) {
    let rule = HostRule(allowedNames: ["203.0.113.7", "2001:db8:0::1", "[2001:DB8::2]"])
    #expect(rule.permits(host, at: "203.0.113.8") == isPermitted)
  }

  @Test(arguments: [
    ("auth.example.org", true), ("a.b.example.org:9099", true), ("example.org", false),
    (".example.org", false),
    ("evilexample.org", false), ("auth", false),
    // What a link would begin with.
    ("evil.com?.example.org", false), ("evil.com/.example.org", false), ("u@evil.com.example.org", false),
    ("\"><b>.example.org", false), ("ä.example.org", false), ("under_score.example.org", true),
  ])
  func aStarAllowsEveryNameBelow(host: String, isPermitted: Bool) {
    #expect(HostRule(allowedNames: ["*.Example.org"]).permits(host) == isPermitted)
  }

  @Test(arguments: [
    ("auth.example.org:443", true), ("10.0.0.5", true), ("[fd00:0::1]:1", true), ("10.0.0.6", false),
    ("localhost", false), ("127.0.0.1", false), ("[::1]", false), ("auth", false),
  ])
  func throughAProxyOnlyWhatWasNamedCounts(host: String, isNamed: Bool) {
    let rule = HostRule(allowedNames: ["auth.example.org", "10.0.0.5", "fd00::1"], trustsNetwork: true)
    #expect(rule.names(host) == isNamed)
  }

  @Test(arguments: [
    ("auth:9099", true), ("host.docker.internal:9099", true), ("host.containers.internal", true),
    ("evil.example", false), ("internal.evil.example", false), ("", false), ("docker.internal", false),
  ])
  func aTrustedNetworkHasNamesOfItsOwn(host: String, isPermitted: Bool) {
    #expect(HostRule(allowedNames: [], trustsNetwork: true).permits(host) == isPermitted)
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("0.0.0.0", true), ("10.1.2.3", true), ("172.16.0.1", true), ("172.32.0.1", false),
    ("192.168.1.1", true), ("169.254.1.1", true), ("100.64.0.1", true), ("100.128.0.1", false),
    ("8.8.8.8", false), ("203.0.113.7", false), ("::", true), ("::1", true), ("fd00::1", true),
    ("fe80::1", true), ("2001:db8::1", false), ("::ffff:10.0.0.1", true), ("::ffff:8.8.8.8", false),
    ("localhost", false), ("", false), ("10.1", false),
  ])
  func privateAddressesAreKnown(address: String, isPrivate: Bool) {
    #expect(PrivateAddress.contains(address) == isPrivate)
  }

  @Test func aHostThatIsNotAllowedNeverReachesTheHandler() throws {
    let refused = Mutex<[Int]>([])
    let listener = try HTTPListener.serving(
      ClosureHandler { _ in fatalError("reached") }
    ) { $0.refused = { response in refused.withLock { $0.append(response.status) } } }
    let body = """
      {"error":{"code":403,"message":"HOST_NOT_ALLOWED : Host is neither a private IP address nor an allowed name; --allow-host allows it",\
      "status":"PERMISSION_DENIED"}}
      """
    #expect(
      listener.answer(to: "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n") == """
        HTTP/1.1 403 Forbidden\r
        Connection: close\r
        Content-Type: application/json; charset=utf-8\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """)
    // Whoever runs the server is told, as no handler can tell it.
    #expect(refused.withLock { $0 } == [403])
  }

  @Test func aPeerThatMayNotConnectIsClosedAndToldOfOnce() throws {
    let strangers = Mutex<[String]>([])
    let isOpen = Mutex(false)
    let isTold = try Latch()
    let listener = try HTTPListener.serving {
      $0.admits = { address in isOpen.withLock { $0 } || address != "127.0.0.1" }
      $0.onFirstStranger = { address in
        strangers.withLock { $0.append(address) }
        isTold.open()
      }
    }
    for _ in 1...3 {
      // Nothing has to come of it before it is closed.
      #expect(RawSocket(connectedTo: listener.port).isEnded)
    }
    // It is told on a thread of its own.
    #expect(isTold.wait(for: .seconds(3600)) == .open)
    #expect(strangers.withLock { $0 } == ["127.0.0.1"])
    isOpen.withLock { $0 = true }
    #expect(listener.status(of: "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") == "200")
  }

  @Test func aHandlerKnowsWhomARequestCameFrom() throws {
    let listener = try HTTPListener.serving(
      ClosureHandler { HTTPResponse(status: 200, headers: ["X-Peer": $0.peer ?? ""]) })
    #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.contains("X-Peer: 127.0.0.1\r\n") == true)
  }

  @Test func aNameFromTheConfigurationIsAllowed() throws {
    let listener = try HTTPListener.serving { $0.allowedHosts = ["auth"] }
    #expect(listener.status(of: "GET / HTTP/1.1\r\nHost: auth:9099\r\nConnection: close\r\n\r\n") == "200")
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -2\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: +2\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2, 2\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0x2\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET /?a=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /?a=%f HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /?a=%ff HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET http://localhost/ HTTP/1.1\r\nHost: localhost:80\r\n\r\n",
    "GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET http://a@localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET http:/localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET ftp://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET https://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET http://localhost/ HTTP/1.0\r\n\r\n",
    "GET * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "OPTIONS *a HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chun\u{212A}ed\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX : a\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: a\r\n b\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nnone\r\n\r\n",
    "GET / HTTP/1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.10\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/1.1x\r\nHost: localhost\r\n\r\n", "GET / HTTP/\r\nHost: localhost\r\n\r\n",
    "GET / http/1.1\r\nHost: localhost\r\n\r\n",
    "GET a HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length:\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\u{0} 5\r\n\r\n{}",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\n Host: localhost\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\n: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nnone\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX\u{0}: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u{0}b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\u{1B}b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\rb\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\r\n\r\n",
    "GET / HTTP/1.1\nHost: localhost\n\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\nY: b\r\n\r\n",
    "GET / HTTP/1.1\rHost: localhost\r\r",
    "GET /\u{0}a HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /a\tb HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /\u{E9} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GE\u{0}T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/1.1\u{0}\r\nHost: localhost\r\n\r\n",
    "GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET / HTTP/1.1 \r\nHost: localhost\r\n\r\n",
    " GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /\r\n\r\n", "GET\r\n\r\n", "GET / HTTQ/1.1\r\nHost: localhost\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer a\r\nauthorization: Bearer b\r\n\r\n",
  ])
  func aRequestOfTwoMeaningsIsRefused(request: String) throws {
    let handled = Flag()
    let listener = try HTTPListener.serving(
      ClosureHandler { _ in
        handled.set()
        return HTTPResponse(status: 200)
      })
    // Nor is the next one of the connection listened to: where it begins is not known.
    let answer = listener.answer(to: request + "GET /hidden HTTP/1.1\r\nHost: localhost\r\n\r\n")
    let lines = (answer ?? "").split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
    let body = try #require(lines.last)
    #expect(
      lines.dropLast() == [
        "HTTP/1.1 400 Bad Request", "Connection: close", "Content-Type: application/json; charset=utf-8",
        "Content-Length: \(body.utf8.count)", "",
      ])
    #expect(body.hasPrefix(#"{"error":{"code":400,"message":"MALFORMED_REQUEST : "#))
    #expect(!handled.isSet)
  }

  @Test func anUnknownMethodIsNotImplemented() throws {
    let listener = try HTTPListener.serving()
    #expect(listener.status(of: "BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n") == "501")
  }

  @Test(arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/3.1"])
  func anotherVersionIsNotSpoken(version: String) throws {
    let listener = try HTTPListener.serving()
    #expect(listener.status(of: "GET / \(version)\r\nHost: localhost\r\n\r\n") == "505")
  }

  /// RFC 9110, 2.5: of a later minor version one knows as much as of one's own.
  @Test(arguments: ["HTTP/1.1", "HTTP/1.2", "HTTP/1.9"])
  func aLaterMinorVersionIsReadLikeOnesOwn(version: String) throws {
    let listener = try HTTPListener.serving(ClosureHandler.echo)
    let connection = RawSocket(connectedTo: listener.port)
    for _ in 1...2 {
      connection.send(
        "POST / \(version)\r\nHost: localhost\r\nTransfer-Encoding: CHUNKED\r\n\r\n2\r\nok\r\n0\r\nX: y\r\n\r\n"
      )
      let answer = connection.receiveMessage()
      #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("\r\n\r\nok"))
    }
  }

  @Test(arguments: [
    ("http://LOCALHOST:80/a%20b?c=d", "/a%20b", "?c=d"), ("HTTP://localhost:80/", "/", "?"),
    ("http://localhost:80", "/", "?"), ("http://localhost:80?c=d", "/", "?c=d"),
  ])
  func aWholeAddressOfTheSameHostIsItsPath(_ target: String, _ path: String, _ query: String) throws {
    let listener = try HTTPListener.serving(ClosureHandler.echo)
    let answer = listener.answer(
      to: "GET \(target) HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\n\r\n")
    #expect(answer?.contains("\r\nX-Path: \(path)\r\nX-Query: \(query)\r\n") == true, "\(answer ?? "")")
  }

  @Test(arguments: ["*", "http://localhost"])
  func theServerAsSuchSaysWhatCanBeAsked(target: String) throws {
    let listener = try HTTPListener.serving(ClosureHandler { _ in fatalError("reached") })
    #expect(
      listener.answer(to: "OPTIONS \(target) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        == "HTTP/1.1 204 No Content\r\nConnection: close\r\n"
        + "Allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n\r\n")
    #expect(listener.status(of: "OPTIONS * HTTP/1.1\r\nHost: evil.example\r\n\r\n") == "403")
  }

  @Test func aFieldOfOtherBytesThanASCIIIsTaken() throws {
    let listener = try HTTPListener.serving(ClosureHandler.echo)
    let answer = listener.answer(to: "GET / HTTP/1.0\r\nX-A: \u{E9}\r\n\r\n")
    #expect(answer?.contains("\r\nX-A: \u{E9}\r\n") == true)
  }

  @Test func anOldClientNeedNotNameAHost() throws {
    let listener = try HTTPListener.serving()
    #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("\r\n\r\nok") == true)
  }

  @Test func aBodyBeyondTheLimitIsRefusedFromItsLength() throws {
    let listener = try HTTPListener.serving { $0.bodyLimit = 100 }
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
    #expect(listener.status(of: head + "100\r\n\r\n" + String(repeating: "x", count: 100)) == "200")
    #expect(listener.status(of: head + "101\r\n\r\n") == "413")
    // The answer arrives, and a regular end after it, although nobody wants what is sent.
    let eager = RawSocket(connectedTo: listener.port)
    eager.send(head + "900000\r\n\r\n" + String(repeating: "x", count: 100_000))
    #expect(eager.receiveAll()?.hasPrefix("HTTP/1.1 413 ") == true)
    #expect(listener.status(of: head + "900000\r\n\r\n" + String(repeating: "x", count: 900_000)) == "413")
    #expect(listener.status(of: head + "99999999999999999999\r\n\r\n") == "413")
  }

  @Test func theHandlerSaysWhichBodiesMayBeLarger() throws {
    var handler = ClosureHandler.ok
    handler.largeBodies = (path: "/large", limit: 200)
    let listener = try HTTPListener.serving(handler) { $0.bodyLimit = 100 }
    func status(_ path: String, _ count: Int) -> String? {
      let head = "POST \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
      let body = String(repeating: "x", count: count)
      return listener.status(of: "\(head)Content-Length: \(count)\r\n\r\n\(body)")
    }
    #expect(status("/large", 200) == "200")
    #expect(status("/large", 201) == "413")
    #expect(status("/", 101) == "413")
    // A connection that had a large one has the usual limit again.
    let connection = RawSocket(connectedTo: listener.port)
    let next = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 150\r\n\r\n"
    connection.send(
      "POST /large HTTP/1.1\r\nHost: localhost\r\nContent-Length: 150\r\n\r\n"
        + String(repeating: "x", count: 150) + next)
    let answers = connection.receiveAll() ?? ""
    #expect(answers.hasPrefix("HTTP/1.1 200 "))
    #expect(answers.contains("HTTP/1.1 413 "))
  }

  @Test func largerBodiesShareALimitAndOneAloneMayPassIt() throws {
    var handler = ClosureHandler.ok
    handler.largeBodies = (path: "/large", limit: 400)
    let listener = try HTTPListener.serving(handler) {
      $0.bodyLimit = 100
      $0.largeBodiesLimit = 300
    }
    func begin(_ framing: String) -> RawSocket {
      let connection = RawSocket(connectedTo: listener.port)
      connection.send("POST /large HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\nExpect: 100-continue\r\n\r\n")
      return connection
    }
    func finish(_ connection: RawSocket, _ body: String) -> Bool {
      connection.send(body)
      return connection.receiveMessage().hasPrefix("HTTP/1.1 200 ")
    }
    let go = "HTTP/1.1 100 Continue\r\n\r\n"
    let alone = begin("Content-Length: 400")
    #expect(alone.receive(until: "\r\n\r\n") == go)
    // Nobody else, whether the length is said or not; but everybody with an ordinary body.
    for framing in ["Content-Length: 101", "Transfer-Encoding: chunked"] {
      let refused = begin(framing).receiveAll() ?? ""
      #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("\r\nRetry-After: 1\r\n"))
    }
    #expect(listener.answer(to: "GET / HTTP/1.0\r\n\r\n")?.hasSuffix("ok") == true)
    #expect(finish(alone, String(repeating: "x", count: 400)))
    // Now there is room again, for two and not for a third; and who goes away takes none of it along.
    let gone = begin("Content-Length: 150")
    #expect(gone.receive(until: "\r\n\r\n") == go)
    let second = begin("Content-Length: 150")
    #expect(second.receive(until: "\r\n\r\n") == go)
    #expect(begin("Content-Length: 101").receiveAll()?.hasPrefix("HTTP/1.1 503 ") == true)
    gone.reset()
    #expect((0..<10_000).contains { _ in begin("Content-Length: 150").receive(until: "\r\n\r\n") == go })
    #expect(finish(second, String(repeating: "x", count: 150)))
  }

  @Test func aBodyOfUnknownLengthIsRefusedWhereItPassesTheLimit() throws {
    let listener = try HTTPListener.serving { $0.bodyLimit = 100 }
    let head = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    let chunk = "32\r\n" + String(repeating: "x", count: 50) + "\r\n"
    #expect(listener.status(of: head + chunk + chunk + "0\r\n\r\n") == "200")
    #expect(listener.status(of: head + chunk + chunk + "1\r\nx\r\n0\r\n\r\n") == "413")
    let endless = RawSocket(connectedTo: listener.port)
    endless.send(head)
    let big = "10000\r\n" + String(repeating: "x", count: 65536) + "\r\n"
    #expect((0..<200).contains { _ in !endless.send(big) })
  }

  @Test func aHeadBeyondTheLimitIsRefused() throws {
    let listener = try HTTPListener.serving()
    let long = String(repeating: "x", count: 20_000)
    #expect(listener.status(of: "GET / HTTP/1.1\r\nHost: localhost\r\nX: \(long)\r\n\r\n") == "431")
    #expect(listener.status(of: "GET /\(long) HTTP/1.1\r\nHost: localhost\r\n\r\n") == "414")
    let fields = String(repeating: "X: y\r\n", count: 5000)
    #expect(listener.status(of: "GET / HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n") == "431")
    #expect(listener.status(of: String(repeating: "\r\n", count: 10_000) + "GET / HTTP/1.0\r\n\r\n") == "414")
    // Exactly the limit still passes.
    let start = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX: "
    let filling = String(repeating: "x", count: (16 << 10) - start.utf8.count - 4)
    #expect(listener.status(of: start + filling + "\r\n\r\n") == "200")
    #expect(listener.status(of: start + filling + "x\r\n\r\n") == "431")
  }
}
