import AuthClient
import HTTPListener
import LibC

/// Runs blocking work on its own thread, so that it does not block Swift's cooperative threads.
enum OwnThread {
  /// Runs `body`, which may block, and returns its result.
  /// - Parameter interruption: Opens when the task is cancelled. `body` must then end.
  static func run<Answer: Sendable>(
    endedBy interruption: Latch, _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Answer, any Error>) in
        let code = DetachedThread.start(takesSignals: false) {
          continuation.resume(with: Result { try body() })
        }
        if code != 0 {
          continuation.resume(throwing: AuthError(.internalError, message: "the system gives no thread"))
        }
      }
    } onCancel: {
      interruption.open()
    }
  }
}
