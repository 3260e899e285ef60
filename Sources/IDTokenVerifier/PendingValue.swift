import Synchronization

/// A value that is set later.
///
/// Any number of tasks can wait for it.
final class PendingValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
    var lastID = 0
    var isAbandoned = false
  }

  private let state = Mutex(State())

  /// Whether the last waiting task was cancelled.
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  /// Sets the value and wakes all waiting tasks.
  ///
  /// Call it only once.
  func set(_ value: Value) {
    let waiters = state.withLock { state in
      state.value = value
      defer { state.waiters = [:] }
      return state.waiters
    }
    for waiter in waiters.values { waiter.resume(returning: value) }
  }

  /// Waits for the value and returns it.
  ///
  /// Returns nil as soon as the task is cancelled.
  func value() async -> Value? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let ready = register(continuation, as: id) { continuation.resume(returning: ready.value) }
      }
    } onCancel: {
      withdraw(id)
    }
  }

  private struct Ready {
    var value: Value?
  }

  /// Registers a waiting task.
  ///
  /// Returns the result if it is known at once, or nil if `continuation` must wait.
  private func register(_ continuation: CheckedContinuation<Value?, Never>, as id: Int) -> Ready? {
    state.withLock { state in
      if let value = state.value { return Ready(value: value) }
      // A task cancelled after this point is in `waiters`, because `withdraw` takes the same lock.
      if Task.isCancelled {
        state.isAbandoned = state.waiters.isEmpty
        return Ready(value: nil)
      }
      state.isAbandoned = false
      state.waiters[id] = continuation
      return nil
    }
  }

  private func withdraw(_ id: Int) {
    let waiter = state.withLock { state in
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter != nil { state.isAbandoned = state.waiters.isEmpty }
      return waiter
    }
    waiter?.resume(returning: nil)
  }
}
