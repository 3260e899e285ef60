import AuthServer
import Essentials
import HTTP
import IdentityToolkit
import Synchronization
import TestSupport
import Testing

@testable import UsherTool

struct RequestLogTests {
  private let server: IdentityToolkitServer

  init() throws {
    server = IdentityToolkitServer(
      store: try Store(at: .memory), project: "demo-x", policy: .emulator,
      clock: { [clock = TestClock()] in clock.now }, random: { [UInt8](repeating: 7, count: $0) },
      pause: { _ in }, version: "1")
  }

  /// What is told of a request.
  private func line(_ request: HTTPRequest) throws -> String {
    let lines = Mutex<[String]>([])
    let ticks = Mutex(0)
    let log = withExtendedLifetime(lines) {
      RequestLog(
        server: server, now: { Date(timeIntervalSince1970: 1_800_000_000.25) },
        uptime: {
          ticks.withLock {
            $0 += 1
            return .microseconds(2340 * $0)
          }
        }, write: { line in lines.withLock { $0.append(line) } })
    }
    _ = try log.respond(to: request)
    return lines.withLock { $0.joined(separator: "\n") }
  }

  @Test func aRequestIsOneLineWithoutWhatWasSent() throws {
    #expect(
      try line(HTTPRequest(method: .get, path: "/healthz"))
        == "2027-01-15T08:00:00.250Z GET /healthz 200 2.3 ms 14 B")
    let secret = HTTPRequest(
      method: .post, path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword",
      query: [.init("key", "AIzaSecret")],
      body: Data(#"{"email":"kim@example.com","password":"s3cret"}"#.utf8))
    #expect(
      try line(secret).hasPrefix(
        "2027-01-15T08:00:00.250Z POST /identitytoolkit.googleapis.com/v1/accounts:signInWithPassword 400 2.3 ms "
      ))
    #expect(try line(secret).hasSuffix(" B EMAIL_NOT_FOUND"))
  }

  @Test func idsInAPathStayOut() throws {
    let config = HTTPRequest(
      method: .get, path: "/identitytoolkit.googleapis.com/v2/projects/my-secret-project/config")
    #expect(
      try line(config).contains(" GET /identitytoolkit.googleapis.com/v2/projects/{project}/config 401 "))
    #expect(try line(config).hasSuffix(" UNAUTHENTICATED"))
    let unknown = HTTPRequest(method: .get, path: "/kim@example.com")
    #expect(try line(unknown).contains(" GET (unknown path) 404 "))
  }

  /// A detail quotes what was sent.
  @Test func aRefusalIsItsCodeAlone() throws {
    let body = Data(#"{"phoneNumber":"5"}"#.utf8)
    let request = HTTPRequest(
      method: .post, path: "/identitytoolkit.googleapis.com/v1/accounts:sendVerificationCode",
      query: [.init("key", "k")], body: body)
    #expect(try line(request).hasSuffix(" B INVALID_PHONE_NUMBER"))
  }

  @Test func aRequestThatWasRefusedUnreadHasALineToo() {
    let lines = Mutex<[String]>([])
    withExtendedLifetime(lines) {
      let body =
        #"{"error":{"code":403,"message":"HOST_NOT_ALLOWED : Host is wrong","status":"PERMISSION_DENIED"}}"#
      RequestLog(
        server: server, now: { Date(timeIntervalSince1970: 1_800_000_000.25) }, uptime: { .zero },
        write: { line in lines.withLock { $0.append(line) } }
      ).tellRefused(HTTPResponse(status: 403, body: Data(body.utf8)))
      #expect(
        lines.withLock { $0 }
          == ["2027-01-15T08:00:00.250Z - (refused unread) 403 - \(body.utf8.count) B HOST_NOT_ALLOWED"])
    }
  }
}
