import Essentials
import HTTP
import LibC
import Synchronization
import TestSupport

@testable import HTTPListener

/// A handler made of a closure.
struct ClosureHandler: HTTPHandler {
  private let answer: @Sendable (HTTPRequest) throws -> HTTPResponse
  /// Of bodies that come to this path.
  var largeBodies: (path: String, limit: Int)?

  init(_ answer: @escaping @Sendable (HTTPRequest) throws -> HTTPResponse) {
    self.answer = answer
  }

  func respond(to request: HTTPRequest) throws -> HTTPResponse {
    try answer(request)
  }

  func bodyLimit(for head: HTTPRequest) -> Int? {
    largeBodies.flatMap { $0.path == head.path ? $0.limit : nil }
  }

  /// Answers with what the request was.
  static let echo = ClosureHandler { request in
    var headers = request.headers
    headers["Host"] = nil
    headers["Content-Length"] = nil
    headers["X-Method"] = request.method.rawValue
    headers["X-Path"] = request.path
    headers["X-Query"] = "?" + FormEncoding.encode(request.query)
    headers["X-Empty"] = request.headers["X-Empty"].map { "<\($0)>" }
    return HTTPResponse(status: 200, headers: headers, body: request.body)
  }

  static let ok = ClosureHandler { _ in
    HTTPResponse(status: 200, body: Data("ok".utf8))
  }
}

extension HTTPListener {
  /// A listener with a clock of the test's, and with what `adjust` makes of the rest.
  static func serving(
    _ handler: any HTTPHandler = ClosureHandler.ok, clock: TestClock = TestClock(),
    _ adjust: (inout Configuration) -> Void = { _ in }
  ) throws -> HTTPListener {
    var configuration = Configuration()
    configuration.now = { clock.instant }
    configuration.date = { clock.now }
    adjust(&configuration)
    return try HTTPListener(handler, configuration: configuration)
  }

  var origin: String { "http://127.0.0.1:\(port)" }

  /// What `request` is answered with, without the date, on a connection of its own that then ends.
  func answer(to request: String) -> String? {
    let connection = RawSocket(connectedTo: port)
    connection.send(request)
    return connection.receiveAll().map { answer in
      answer.split(separator: "\r\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("Date: ") }.joined(separator: "\r\n")
    }
  }

  /// The status of the answer to `request`.
  func status(of request: String) -> String? {
    answer(to: request).map { String($0.dropFirst("HTTP/1.1 ".count).prefix(3)) }
  }

  /// Waits until there are `count` connections, of which all are `state`.
  func wait(for count: Int, _ state: KeyPath<Connection, Bool>) throws {
    try wait("\(count) connections that are \(state)") { connections in
      connections.count == count && connections.allSatisfy { $0[keyPath: state] }
    }
  }

  func waitUntilAllAreClosed() throws {
    try wait("no connections", until: \.isEmpty)
  }

  /// Waits for what the listener's threads do on their own; not for ever, as a fault may keep them from it.
  func wait(_ what: String, until isTrue: ([Connection]) -> Bool) throws {
    let end = ContinuousClock.now + .seconds(3600)
    while !service.connections.open.withLock({ isTrue(Array($0.values)) }) {
      guard .now < end else { throw NeverCame(what: what) }
      usleep(100)
    }
  }

  struct NeverCame: Error {
    let what: String
  }

  /// Has the listener look at its deadlines, as it does every now and then.
  func lookAtDeadlines() {
    service.connections.endOverdue()
  }
}

extension Connection {
  /// Whether nothing more is answered.
  var isEnding: Bool { dispensability?.rank == 0 }

  /// Whether the peer has been answered and has asked for nothing since.
  var isIdle: Bool { dispensability?.rank == 1 }
}
