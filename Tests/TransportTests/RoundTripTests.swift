import CurlTransport
import Essentials
import HTTP
import HTTPListener
import Testing

/// Both ends of the project's HTTP against each other.
@Suite struct RoundTripTests {
  private static let requests = [
    HTTPRequest(method: .get, path: "/"),
    HTTPRequest(method: .get, path: "/v1/a%2Fb/%E2%82%AC:c", query: [QueryItem("key", "1")]),
    HTTPRequest(
      method: .post, path: "/v1/accounts:x",
      query: [
        QueryItem("a", "1 + 1 = 2 & more"), QueryItem("ü€🙂", "100%"), QueryItem("", ""), QueryItem("a", ""),
        QueryItem("b", "?#/\"'\u{1}\n"),
      ], headers: ["Content-Type": "application/json"], body: Data("{}".utf8)),
    HTTPRequest(method: .post, path: "/empty"),
    HTTPRequest(method: .put, path: "/binary", body: Data(0...255)),
    HTTPRequest(method: .patch, path: "/large", body: Data(repeating: 0x78, count: 64 << 10)),
    HTTPRequest(method: .delete, path: "/a"),
    HTTPRequest(method: .options, path: "/a", headers: ["Origin": "http://localhost:3000"]),
    HTTPRequest(
      method: .get, path: "/repeated",
      headers: {
        var headers: HTTPHeaders = ["X-A": "1", "X-Empty": ""]
        headers.append("x-a", "2, 3")
        headers.append("X-Accent", "é")
        return headers
      }()),
  ]

  @Test func aRequestArrivesAsItWasSentAndSoDoesItsAnswer() throws {
    let listener = try HTTPListener(ClosureHandler.echo)
    let transport = CurlTransport.patient()
    for var request in Self.requests {
      let expected = try ClosureHandler.echo.respond(to: request)
      request.origin = listener.origin
      var answer = try transport.send(request)
      #expect(answer.headers["Date"]?.hasSuffix(" GMT") == true)
      #expect(answer.headers["Content-Length"] == "\(request.body.count)")
      for name in ["Date", "Content-Length"] { answer.headers[name] = nil }
      let byName = { (a: HTTPHeaders.Field, b: HTTPHeaders.Field) in (a.name, a.value) < (b.name, b.value) }
      #expect(answer.status == expected.status)
      #expect(answer.body == expected.body)
      #expect(answer.headers.fields.sorted(by: byName) == expected.headers.fields.sorted(by: byName))
    }
  }

  @Test func aHEADRequestGetsTheHeadAlone() throws {
    let listener = try HTTPListener(ClosureHandler.ok)
    let transport = CurlTransport.patient()
    let request = HTTPRequest(method: .head, origin: listener.origin, path: "/")
    for _ in 0..<2 {
      let answer = try transport.send(request)
      #expect(answer.status == 200 && answer.body.isEmpty && answer.headers["Content-Length"] == "2")
    }
    #expect(
      listener.answer(to: "HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        == "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\n")
  }

  @Test(arguments: [200, 204, 400, 401, 403, 404, 409, 429, 500, 501, 503])
  func everyStatusArrives(status: Int) throws {
    let listener = try HTTPListener(
      ClosureHandler { _ in HTTPResponse(status: status) })
    #expect(try CurlTransport.patient().outcome(listener.origin).get().status == status)
  }

  @Test func anAnswerOfAMegabyteArrivesWhole() throws {
    let body = Data((0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let listener = try HTTPListener(
      ClosureHandler { _ in HTTPResponse(status: 200, body: body) })
    #expect(try CurlTransport.patient().outcome(listener.origin).get().body == body)
  }

  @Test func aBrokenHandlerIsNotAvailableForNowAndNoMoreIsSaid() throws {
    struct DiskFull: Error {
      var path: String
    }
    let listener = try HTTPListener(
      ClosureHandler { _ in throw DiskFull(path: "/home/me/local.db") })
    var answer = try CurlTransport.patient().outcome(listener.origin).get()
    answer.headers["Date"] = nil
    let body = #"{"error":{"code":503,"message":"UNAVAILABLE","status":"UNAVAILABLE"}}"#
    #expect(answer.status == 503)
    #expect(answer.headers["Retry-After"] == "1")
    #expect(answer.headers["Content-Type"] == "application/json; charset=utf-8")
    #expect(answer.body == Data(body.utf8))
  }

  @Test func bothFamiliesOfAddressesAreServed() throws {
    var configuration = HTTPListener.Configuration()
    configuration.host = "::1"
    let listener = try HTTPListener(ClosureHandler.ok, configuration: configuration)
    #expect(try CurlTransport.patient().outcome("http://[::1]:\(listener.port)").get().status == 200)
  }
}
