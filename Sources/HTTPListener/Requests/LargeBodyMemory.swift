private import Synchronization

/// The memory that bodies above the ordinary limit share.
///
/// Only administrators may send such a body, but in a trusted network everybody is one, and a body on each
/// connection would be more than a machine has.
final class LargeBodyMemory: Sendable {
  private let limit: Int
  private let taken = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes room for so many bytes, until they are given back. One body has it whatever its size, where it is alone.
  func reserve(_ count: Int) -> Bool {
    if count == 0 { return true }
    return taken.withLock { taken in
      guard taken == 0 || count <= limit - taken else { return false }
      taken += count
      return true
    }
  }

  func giveBack(_ count: Int) {
    taken.withLock { $0 -= count }
  }
}
