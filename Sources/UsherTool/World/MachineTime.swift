import Synchronization

/// The time limit of one command for requests and locks; waiting for a person does not count.
final class MachineTime: Sendable {
  let limit: Duration
  private let used = Mutex(Duration.zero)
  private let isLifted = Mutex(false)

  init(limit: Duration) {
    self.limit = limit
  }

  var left: Duration {
    isLifted.withLock { $0 } ? .seconds(86_400) : max(.zero, limit - used.withLock { $0 })
  }

  /// Removes the limit, for a command whose work has no usual size.
  func lift() {
    isLifted.withLock { $0 = true }
  }

  func spend(_ time: Duration) {
    used.withLock { $0 += time }
  }
}
