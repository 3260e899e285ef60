import Essentials
import HTTP
import Testing

@testable import HTTPListener

@Suite struct ResponseMessageTests {
  private static let date = HTTPDate(Date(timeIntervalSince1970: 784_111_777.9))

  @Test func anAnswerSaysOnceHowItEnds() {
    var headers: HTTPHeaders = [
      "Content-Length": "99", "Transfer-Encoding": "chunked", "DATE": "never", "Connection": "keep-alive",
      "Vary": "Origin",
    ]
    headers.append("Vary", "Accept\t*")
    let response = HTTPResponse(status: 200, headers: headers, body: Data("{}".utf8))
    #expect(
      text(response) == """
        HTTP/1.1 200 OK\r
        Date: Sun, 06 Nov 1994 08:49:37 GMT\r
        Vary: Origin\r
        Vary: Accept\t*\r
        Content-Length: 2\r
        \r
        {}
        """)
    #expect(text(HTTPResponse(status: 299), isLast: true).hasPrefix("HTTP/1.1 299 \r\n"))
    #expect(text(HTTPResponse(status: 299), isLast: true).contains("\r\nConnection: close\r\n"))
    #expect(!text(HTTPResponse(status: 204)).contains("Content-Length"))
  }

  @Test(arguments: ["a\r\nX-Evil: b", "a\nX-Evil: b", "a\rX-Evil: b", "a\u{0}X-Evil: b"])
  func aFieldThatWouldBecomeTwoIsLeftOut(value: String) {
    for headers: HTTPHeaders in [["X-A": value], [value: "a"]] {
      #expect(text(HTTPResponse(status: 204, headers: headers)) == text(HTTPResponse(status: 204)))
    }
  }

  private func text(_ response: HTTPResponse, isLast: Bool = false) -> String {
    String(decoding: ResponseMessage(response, at: Self.date, isLast: isLast).bytes, as: UTF8.self)
  }
}
