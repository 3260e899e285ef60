import Synchronization

/// The time that the machine may take for one command: its requests and its waits for locks. What a person
/// takes does not count.
final class MachineTime: Sendable {
  let limit: Duration
  private let used = Mutex(Duration.zero)

  init(limit: Duration) {
    self.limit = limit
  }

  var left: Duration { max(.zero, limit - used.withLock { $0 }) }

  func spend(_ time: Duration) {
    used.withLock { $0 += time }
  }
}
