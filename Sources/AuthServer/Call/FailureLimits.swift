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
  }

  /// Refuses to look at another try while there is a wait, or a lock.
  func refuseIfBlocked(
    _ limits: Limits, by code: ServerErrorCode = .tooManyAttemptsTryLater, locked message: String, now: Date
  ) throws(ServerError) {
    if count >= limits.lock { throw ServerError(code, message) }
    guard blockedUntil > now else { return }
    throw ServerError(code, retryAfter: Int(blockedUntil.timeIntervalSince(now).rounded(.up)))
  }

  mutating func add(_ limits: Limits, now: Date) {
    count += 1
    guard count.isMultiple(of: limits.perBackOff) else { return }
    let doublings = min(count / limits.perBackOff - 1, 20)
    blockedUntil = now.addingTimeInterval(Double(min(limits.backOff << doublings, limits.backOffLimit)))
  }
}
