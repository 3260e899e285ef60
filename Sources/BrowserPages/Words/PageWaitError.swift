/// A reason why a page had no result.
package enum PageWaitError: Error, Equatable, Sendable {
  /// The interruption ended the wait.
  case interrupted
  case timedOut
  /// The flow had ended before.
  case ended
}
