import Essentials
import Synchronization

/// The clock that the server goes by: the machine's, moved as far as a test asked for.
final class MovableClock: Sendable {
  private let machine: @Sendable () -> Date
  private let store: Store
  /// In seconds; nil until the store was asked.
  private let known = Mutex<Int?>(nil)

  init(machine: @escaping @Sendable () -> Date, store: Store) {
    self.machine = machine
    self.store = store
  }

  var now: Date {
    get throws { machine().addingTimeInterval(Double(try offset())) }
  }

  /// How far it is ahead of the machine's, in seconds.
  func offset() throws -> Int {
    if let offset = known.withLock({ $0 }) { return offset }
    let stored = try store.read { transaction in try transaction.clockOffset() }
    return known.withLock { known in
      known = known ?? stored
      return known ?? stored
    }
  }

  func move(to offset: Int) throws {
    try store.write { transaction in try transaction.setClockOffset(offset) }
    known.withLock { $0 = offset }
  }
}
