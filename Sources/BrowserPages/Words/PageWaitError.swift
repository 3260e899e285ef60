/// Why a page brought nothing.
package enum PageWaitError: Error, Equatable, Sendable {
  /// What interrupts the wait did so.
  case interrupted
  case timedOut
  /// The flow had ended before.
  case ended
}
