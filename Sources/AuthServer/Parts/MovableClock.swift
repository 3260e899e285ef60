import Essentials

/// The server's clock: the machine's clock plus an offset that tests set.
final class MovableClock: Sendable {
  private let machine: @Sendable () -> Date
  private let store: Store
  private let rehearsal: Rehearsal

  init(machine: @escaping @Sendable () -> Date, store: Store, rehearsal: Rehearsal) {
    self.machine = machine
    self.store = store
    self.rehearsal = rehearsal
  }

  var now: Date {
    get throws { machine().addingTimeInterval(Double(try offset())) }
  }

  /// Returns how far it is ahead of the machine's clock, in seconds.
  func offset() throws -> Int { try rehearsal.state().clockOffset }

  func move(to offset: Int) throws {
    try store.write { transaction in try transaction.setClockOffset(offset) }
    try rehearsal.note { $0.clockOffset = offset }
  }
}
