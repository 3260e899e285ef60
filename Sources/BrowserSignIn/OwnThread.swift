import AuthClient
import HTTPListener
import LibC

/// A thread of its own for what blocks, so that the pool of tasks never does.
enum OwnThread {
  /// What `body` gives; it may block.
  /// - Parameter interruption: opens when the task is cancelled; `body` has to end then.
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
