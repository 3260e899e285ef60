import Essentials
import IdentityToolkit

extension Failures {
  /// So many close it until something other than trying opens it.
  struct Limits: Sendable {
    var lock: Int
    /// Each time so many came together, a wait starts, twice as long as the last.
    var perBackOff: Int
    var backOff: Int
    var backOffLimit: Int
    /// How much longer than that a wait may seem, as requests are answered out of order.
    var clockSkew: Int
  }

  /// Refuses to look at another try while there is a wait, or a lock.
  func refuseIfBlocked(
    _ limits: Limits, by code: ServerErrorCode = .tooManyAttemptsTryLater, locked message: String, now: Date
  ) throws(ServerError) {
    if count >= limits.lock { throw ServerError(code, message) }
    guard blockedUntil > now else { return }
    throw ServerError(code, retryAfter: Int(blockedUntil.timeIntervalSince(now).rounded(.up)))
  }

  /// Has a wait that began while a clock was ahead begin now. Whether there was one; the caller stores that.
  mutating func bringBack(_ limits: Limits, now: Date) -> Bool {
    let end = now.addingTimeInterval(wait(limits))
    guard blockedUntil > end.addingTimeInterval(Double(limits.clockSkew)) else { return false }
    blockedUntil = end
    return true
  }

  mutating func add(_ limits: Limits, now: Date) {
    count += 1
    guard count.isMultiple(of: limits.perBackOff) else { return }
    blockedUntil = now.addingTimeInterval(wait(limits))
  }

  /// How long the wait is that the latest of these failures started.
  private func wait(_ limits: Limits) -> Double {
    let doublings = min(max(count / limits.perBackOff - 1, 0), 20)
    return Double(min(limits.backOff << doublings, limits.backOffLimit))
  }
}
