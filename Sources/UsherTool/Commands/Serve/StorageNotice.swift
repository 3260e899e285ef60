import AuthServer
import Essentials
import HTTP
import Synchronization

/// A handler that reports storage errors to the person who runs the server.
///
/// Clients learn only that they can try again, or that the server's disk is full.
final class StorageNotice: HTTPHandler {
  private let handler: any HTTPHandler
  private let now: @Sendable () -> Date
  /// Writes one line.
  private let tell: @Sendable (Text) -> Void
  private let last = Mutex<(failure: StorageFailure, time: Date)?>(nil)

  init(
    _ handler: any HTTPHandler, now: @escaping @Sendable () -> Date,
    tell: @escaping @Sendable (Text) -> Void
  ) {
    self.handler = handler
    self.now = now
    self.tell = tell
  }

  func bodyLimit(for head: HTTPRequest) -> Int? { handler.bodyLimit(for: head) }

  func respond(to request: HTTPRequest) throws -> HTTPResponse {
    do {
      return try handler.respond(to: request)
    } catch let failure as StorageFailure {
      if isNews(failure) { tell("warning: \(Diagnosis(failure).message); requests are answered with 503") }
      guard case .diskFull = failure else { throw failure }
      // A full disk may last, so the response does not ask clients to try again soon.
      return Self.noRoom
    }
  }

  private static let noRoom = HTTPResponse(
    status: 503, headers: ["Content-Type": "application/json; charset=UTF-8"], body: Data(noRoomBody.utf8))

  private static let noRoomBody: String =
    #"{"error":{"code":503,"message":"UNAVAILABLE : no room on the server's disk","status":"UNAVAILABLE"}}"#

  /// Returns whether to report `failure`.
  ///
  /// All requests may fail for the same reason, so it is reported once a minute.
  private func isNews(_ failure: StorageFailure) -> Bool {
    let now = now()
    return last.withLock { last in
      if let last, last.failure == failure, abs(now.timeIntervalSince(last.time)) < 60 { return false }
      last = (failure, now)
      return true
    }
  }
}

extension StorageNotice {
  /// Returns a handler that reports storage errors to `tell`; returns `handler` itself if `tell` is nil.
  static func around(
    _ handler: any HTTPHandler, now: @escaping @Sendable () -> Date, tell: (@Sendable (Text) -> Void)?
  ) -> any HTTPHandler {
    guard let tell else { return handler }
    return StorageNotice(handler, now: now, tell: tell)
  }
}
