private import Synchronization

/// The memory that bodies above the ordinary limit share.
///
/// Only administrators may send such bodies. But on a trusted network, everybody counts as one, and large bodies on all
/// connections would need too much memory.
final class LargeBodyMemory: Sendable {
  private let limit: Int
  private let taken = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Reserves memory for a body until it is given back.
  ///
  /// A single body is always allowed, whatever its size.
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
