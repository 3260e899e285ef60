import Essentials
import IdentityToolkit

/// The limit on wrong passwords for an e-mail address.
///
/// Failures are counted per address, also without an account. Otherwise the limit would reveal which addresses have
/// one.
struct PasswordLimit: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// - Parameter isReading: Whether the transaction only reads. A wait that began while a clock was ahead is then left
  ///   to the writing transaction.
  func refuseIfBlocked(
    _ email: EmailAddress, project: Int64, isReading: Bool = false, in transaction: Transaction
  ) throws {
    var failures = try transaction.failures(email: email, project: project, since: horizon)
    if failures.bringBack(limits, now: call.now) {
      if isReading { return }
      try store(failures, of: email, project: project, in: transaction)
    }
    try failures.refuseIfBlocked(
      limits,
      locked: "Access to this account has been temporarily disabled due to many failed login attempts. "
        + "You can immediately restore it by resetting your password or you can try again later.",
      now: call.now)
  }

  func countFailure(of email: EmailAddress, project: Int64, in transaction: Transaction) throws {
    var failures = try transaction.failures(email: email, project: project, since: horizon)
    failures.add(limits, now: call.now)
    try store(failures, of: email, project: project, in: transaction)
  }

  private func store(
    _ failures: Failures, of email: EmailAddress, project: Int64, in transaction: Transaction
  ) throws {
    try transaction.store(failures, email: email, project: project, at: call.now, forgettingBefore: horizon)
  }

  /// The earliest time of failures that still count.
  private var horizon: Date { call.now.addingTimeInterval(-Double(call.policy.passwordFailureMemory)) }

  private var limits: Failures.Limits {
    let policy = call.policy
    return Failures.Limits(
      lock: policy.passwordFailures, perBackOff: policy.passwordFailuresPerBackOff, backOff: policy.backOff,
      backOffLimit: policy.backOffLimit, clockSkew: policy.clockSkew)
  }
}
