import CurlTransport
import Essentials
import HTTP
import LibC
import Synchronization
import Testing

@Suite struct AnswerFaultTests {
  static let sized = """
    HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"a":"bcd"}
    """
  static let chunked = """
    HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n{"a":"\r\n5\r\nbcd"}\r\n0\r\n\r\n
    """

  @Test(arguments: [sized, chunked], [false, true])
  func anAnswerThatEndsEarlyIsCutOffWhereverThatHappens(answer: String, byReset: Bool) throws {
    let bytes = Array(answer.utf8)
    let server = try FaultServer { connection, number in
      _ = connection.receiveMessage()
      connection.send(bytes.prefix(number))
      if byReset && number < bytes.count { connection.reset() }
    }
    let transport = CurlTransport.patient()
    let outcomes = (0...bytes.count).map { _ in transport.outcome(server.origin) }
    #expect(outcomes.prefix(bytes.count - 5).allSatisfy { $0 == .failure(.cutOff) })
    // After the last chunk's size the body is whole, and libcurl may be content.
    let whole = try #require(outcomes.last)
    #expect(try whole.get().body == Data(#"{"a":"bcd"}"#.utf8))
    #expect(outcomes.allSatisfy { $0 == .failure(.cutOff) || $0 == whole })
    #expect(server.connections == bytes.count + 1)
  }

  @Test func aConnectionResetWhileItIsSentToIsCutOff() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receive(count: 1)
      connection.reset()
    }
    #expect(CurlTransport.patient().outcome(server.origin) == .failure(.cutOff))
  }

  @Test func anAnswerThatDripsEndsAtTheDeadline() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receiveMessage()
      for byte in Self.sized.utf8 where connection.send([byte]) { usleep(20_000) }
    }
    #expect(CurlTransport.impatient().outcome(server.origin) == .failure(.timedOut(seconds: 1)))
  }

  @Test func aServerThatNeverAnswersIsGivenUpAtTheDeadline() throws {
    let server = try FaultServer { connection, _ in
      _ = connection.receiveMessage()
      _ = connection.isEnded
    }
    #expect(CurlTransport.impatient().outcome(server.origin) == .failure(.timedOut(seconds: 1)))
  }

  @Test func aServerThatDoesNotTakeTheConnectionIsGivenUpAtTheConnectDeadline() throws {
    // With nobody accepting, a queue of one is soon full, and the system drops what comes.
    let full = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(full) }
    #expect(withLoopback(port: 0) { bind(full, $0, $1) } == 0 && listen(full, 0) == 0)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
      _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(full, $0, &size) }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let waiting = RawSocket(connectedTo: port)
    let transport = CurlTransport.impatient { $0.requestDeadline = .seconds(3600) }
    #expect(transport.outcome("http://127.0.0.1:\(port)") == .failure(.timedOut(seconds: 1)))
    withExtendedLifetime(waiting) {}
  }

  @Test func aPageIsAnAnswerLikeAnother() throws {
    let server = try FaultServer(
      answer:
        "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nX-A: 1\r\nx-a:  2 \r\nEmpty:\r\n\r\n<html>")
    var headers: HTTPHeaders = ["Content-Type": "text/html", "X-A": "1"]
    headers.append("x-a", "2")
    headers.append("Empty", "")
    let expected = HTTPResponse(status: 502, headers: headers, body: Data("<html>".utf8))
    #expect(CurlTransport.patient().outcome(server.origin) == .success(expected))
  }

  @Test func anInterimAnswerIsNotTheAnswer() throws {
    let server = try FaultServer(answer: "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + Self.sized)
    let headers: HTTPHeaders = ["Content-Type": "application/json", "Content-Length": "11"]
    let expected = HTTPResponse(status: 200, headers: headers, body: Data(#"{"a":"bcd"}"#.utf8))
    #expect(CurlTransport.patient().outcome(server.origin) == .success(expected))
  }

  @Test(arguments: [
    "Content-Length: 10485760\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\nA00000\r\n", "\r\n",
  ])
  func aBodyBeyondTheCapIsRefusedBeforeItHasAllCome(framing: String) throws {
    let sent = Mutex(0)
    let server = try FaultServer { connection, _ in
      _ = connection.receiveMessage()
      connection.send("HTTP/1.1 200 OK\r\n" + framing)
      let piece = [UInt8](repeating: 0x20, count: 65536)
      for _ in 0..<160 where connection.send(piece) { sent.withLock { $0 += piece.count } }
    }
    #expect(CurlTransport.patient().outcome(server.origin) == .failure(.tooLarge(limit: 1 << 20)))
    #expect(sent.withLock { $0 } < 10 << 20)
  }

  @Test func aBodyOfExactlyTheCapIsTaken() throws {
    let body = String(repeating: "x", count: 1000)
    let server = try FaultServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + body)
    let exact = CurlTransport.patient { $0.bodyLimit = 1000 }
    let small = CurlTransport.patient { $0.bodyLimit = 999 }
    #expect(try exact.outcome(server.origin).get().body == Data(body.utf8))
    #expect(small.outcome(server.origin) == .failure(.tooLarge(limit: 999)))
  }

  @Test(arguments: [(100, 1000), (1, 70_000), (1, 500_000)])
  func aHeadThatIsTooLargeIsMalformed(fields: Int, size: Int) throws {
    let field = "X: \(String(repeating: "y", count: size))\r\n"
    let server = try FaultServer(
      answer: "HTTP/1.1 200 OK\r\n\(String(repeating: field, count: fields))Content-Length: 0\r\n\r\n")
    let outcome = CurlTransport.patient().outcome(server.origin)
    guard case .failure(.malformed) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test(arguments: [
    "<html>hello</html>\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
    "HTTP/7.1 200 OK\r\n\r\n", "SSH-2.0-OpenSSH_9.2\r\n", "\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}",
    "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\nContent-Length: 0\r\n\r\n",
  ])
  func anAnswerThatIsNotHTTPIsMalformed(answer: String) throws {
    let server = try FaultServer(answer: answer)
    let outcome = CurlTransport.patient().outcome(server.origin)
    guard case .failure(.malformed) = outcome else {
      Issue.record("\(outcome)")
      return
    }
  }

  @Test func aBadChunkCutsTheAnswerOff() throws {
    let server = try FaultServer(
      answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n")
    #expect(CurlTransport.patient().outcome(server.origin) == .failure(.cutOff))
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aRedirectIsAnErrorAndNobodyElseHearsOfTheRequest(status: Int) throws {
    let elsewhere = try FaultServer(answer: Self.sized)
    let server = try FaultServer(
      answer: "HTTP/1.1 \(status) Moved\r\nLocation: \(elsewhere.origin)/\r\nContent-Length: 0\r\n\r\n")
    #expect(CurlTransport.patient().outcome(server.origin) == .failure(.redirected(status: status)))
    #expect(elsewhere.connections == 0)
  }

  @Test func aRedirectMayBeLookedAtAndIsNotFollowed() throws {
    let elsewhere = try FaultServer(answer: Self.sized)
    let server = try FaultServer(
      answer: "HTTP/1.1 303 See Other\r\nLocation: \(elsewhere.origin)/?code=c\r\nContent-Length: 0\r\n\r\n")
    var request = HTTPRequest(method: .get, origin: server.origin, path: "/")
    request.takesRedirects = true
    let answer = try CurlTransport.patient().send(request)
    #expect(answer.status == 303 && answer.headers["Location"] == elsewhere.origin + "/?code=c")
    #expect(elsewhere.connections == 0)
  }
}
