import Synchronization

/// A call on its way: the task that waits for it, and whether it still does.
///
/// Whichever comes first ends the wait: the answer, or the task's cancellation.
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

  /// Has `continuation` wait; false, and it goes on at once, where the task is cancelled already.
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

  /// From here on the call counts, and a cancellation comes too late; false where it came before.
  func settle() -> Bool {
    state.withLock { state in
      guard case .waiting(let continuation) = state else { return false }
      state = .answering(continuation)
      return true
    }
  }

  /// Ends the wait of a call that was settled.
  func answer(_ outcome: Outcome) {
    let waiting = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
      guard case .answering(let continuation) = state else { return nil }
      state = .over(isCancelled: false)
      return continuation
    }
    waiting?.resume(returning: outcome)
  }
}

/// What a call needs of the client, and what it does to the session.
struct CallOptions: Sendable {
  /// The session that has to be the current one; nil does not care.
  let generation: UInt64?
  /// Where the client has to be; nil does not care.
  let binding: SessionBinding?
  /// Whether what the service answers must not be lost.
  let isChange: Bool
  /// Whether the session is meant to end.
  let isSignOut: Bool
  /// What a person made of the challenge before.
  let recaptcha: AnsweredRecaptcha?
}

/// What a call gave, and who is signed in after it.
struct CallResult<Answer: Sendable>: Sendable {
  let answer: Answer
  let user: User?
}
