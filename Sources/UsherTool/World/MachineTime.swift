import Synchronization

/// The time limit of one command for requests and locks; waiting for a person does not count.
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
