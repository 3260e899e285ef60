import Synchronization

/// A call in progress, and the task that waits for it.
///
/// The wait ends with the answer or with the task's cancellation, whichever comes first.
final class PendingCall<Answer: Sendable>: InterruptibleWait {
  typealias Outcome = Result<Answer, AuthError>

  private enum State {
    case new
    case waiting(CheckedContinuation<Outcome, Never>)
    case answering(CheckedContinuation<Outcome, Never>)
    case over(isCancelled: Bool)
  }

  private let state = Mutex(State.new)

  /// Whether the task was cancelled before the call was settled.
  var isInterrupted: Bool {
    state.withLock { if case .over(isCancelled: true) = $0 { true } else { false } }
  }

  /// Lets `continuation` wait for the answer.
  ///
  /// If the task is already cancelled, it resumes `continuation` at once and returns false.
  func begin(_ continuation: CheckedContinuation<Outcome, Never>) -> Bool {
    let begins = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    if !begins { continuation.resume(returning: .failure(.cancelled)) }
    return begins
  }

  func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      switch state {
      case .new:
        state = .over(isCancelled: true)
        return nil
      case .waiting(let continuation):
        state = .over(isCancelled: true)
        return continuation
      case .answering, .over: return nil
      }
    }
    waiting?.resume(returning: .failure(.cancelled))
  }

  /// Makes the call's result final, so that a later cancellation has no effect.
  ///
  /// Returns false if the task was cancelled before.
  func settle() -> Bool {
    state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .answering(continuation)
      return true
    }
  }

  /// Resumes the task of a settled call with `outcome`.
  func answer(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      guard case .answering(let continuation) = state else { return nil }
      state = .over(isCancelled: false)
      return continuation
    }
    waiting?.resume(returning: outcome)
  }
}

/// The conditions of a call and its effect on the session.
struct CallOptions: Sendable {
  /// The number of the session that must be current; nil for any.
  let generation: UInt64?
  /// The server, project and tenant that the client must use; nil for any.
  let binding: SessionBinding?
  /// Whether the service's answer must not be lost.
  let isChange: Bool
  /// Whether the call ends the session on purpose.
  let isSignOut: Bool
  /// The challenge that the user passed, and the token for it.
  let recaptcha: AnsweredRecaptcha?
}

/// The answer of a call, and the user who is signed in after it.
struct CallResult<Answer: Sendable>: Sendable {
  let answer: Answer
  let user: User?
}
