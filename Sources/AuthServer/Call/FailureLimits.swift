import Essentials
import IdentityToolkit

extension Failures {
  struct Limits: Sendable {
    /// After every so many failures, a wait starts, twice as long as the last one.
    var perBackOff: Int
    var backOff: Int
  }

  /// Throws if there is a wait or a lock.
  func refuseIfBlocked(
    _ limits: Limits, by code: ServerErrorCode = .tooManyAttemptsTryLater, locked message: String, now: Date
  ) throws(ServerError) {
    if count >= Policy.failuresUntilLock { throw ServerError(code, message) }
    if let wait = wait(at: now) { throw ServerError(code, retryAfter: wait) }
  }

  /// Returns how many seconds are left of a wait; nil if there is none.
  func wait(at now: Date) -> Int? {
    blockedUntil > now ? Int(blockedUntil.timeIntervalSince(now).rounded(.up)) : nil
  }

  /// Makes a wait begin now if it began while a clock was ahead.
  ///
  /// Returns whether it did; the caller then stores it.
  mutating func bringBack(_ limits: Limits, now: Date) -> Bool {
    let end = now.addingTimeInterval(wait(limits))
    // Requests are answered out of order, so a wait may appear a little longer.
    guard blockedUntil > end.addingTimeInterval(Double(Policy.clockSkew)) else { return false }
    blockedUntil = end
    return true
  }

  mutating func add(_ limits: Limits, now: Date) {
    count += 1
    guard count.isMultiple(of: limits.perBackOff) else { return }
    blockedUntil = now.addingTimeInterval(wait(limits))
  }

  /// Returns the length of the wait that the latest failure started.
  private func wait(_ limits: Limits) -> Double {
    let doublings = min(max(count / limits.perBackOff - 1, 0), 20)
    return Double(min(limits.backOff << doublings, Policy.backOffLimit))
  }
}
