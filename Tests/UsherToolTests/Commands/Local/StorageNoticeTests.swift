import AuthServer
import Essentials
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import UsherTool

@Suite struct StorageNoticeTests {
  private let clock = TestClock()
  private let lines = Lines()

  /// What is told when requests fail for these reasons, one after another; nil is one that is answered.
  private func told(_ failures: [StorageFailure?], every seconds: TimeInterval = 1) throws -> [String] {
    let handler = FailingHandler()
    let notice = StorageNotice(
      handler, now: { [clock] in clock.now }, tell: { [lines] in lines.add($0.english) })
    for failure in failures {
      handler.failure.withLock { $0 = failure }
      if case .diskFull? = failure {
        // It may last: nobody is told to come again in a moment.
        let answer = try notice.respond(to: HTTPRequest(method: .get, path: "/"))
        #expect(answer.status == 503 && answer.headers["Retry-After"] == nil)
        #expect(
          String(decoding: answer.body, as: UTF8.self)
            == #"{"error":{"code":503,"message":"UNAVAILABLE : no room on the server's disk","status":"UNAVAILABLE"}}"#
        )
      } else if let failure {
        #expect(throws: failure) { try notice.respond(to: HTTPRequest(method: .get, path: "/")) }
      } else {
        #expect(try notice.respond(to: HTTPRequest(method: .get, path: "/")).status == 200)
      }
      clock.advance(seconds)
    }
    return lines.all
  }

  private let full = StorageFailure.diskFull(path: "/a.db")
  private let fullLine = "warning: there is no room on the disk for /a.db; requests are answered with 503"

  @Test func aFailureIsToldOnce() throws {
    #expect(try told([nil, full, full, nil, full]) == [fullLine])
  }

  @Test func anotherFailureIsToldAtOnce() throws {
    #expect(
      try told([full, .busy(path: "/a.db")]) == [
        fullLine,
        "warning: other commands kept /a.db locked for the whole wait; requests are answered with 503",
      ])
  }

  @Test func aFailureThatLastsIsToldAgainEveryMinute() throws {
    #expect(try told([full, full, full, full, full], every: 30) == [fullLine, fullLine, fullLine])
  }
}

private final class FailingHandler: HTTPHandler {
  let failure = Mutex<StorageFailure?>(nil)

  func respond(to request: HTTPRequest) throws(StorageFailure) -> HTTPResponse {
    if let failure = failure.withLock({ $0 }) { throw failure }
    return HTTPResponse(status: 200)
  }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
  }
}
