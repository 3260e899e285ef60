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

// Wrong codes are counted per number, whatever session they were typed for, so that asking for code after
// code gives no more guesses.
extension Call {
  func refuseIfBlocked(_ phone: PhoneNumber, project: Int64, in transaction: Transaction) throws {
    let failures = try transaction.failures(phone: phone, project: project)
    try failures.refuseIfBlocked(
      codeLimits, locked: "((\(failures.count) wrong codes in a row have locked this number.))", now: now)
  }

  func countFailure(of phone: PhoneNumber, project: Int64, in transaction: Transaction) throws {
    var failures = try transaction.failures(phone: phone, project: project)
    failures.add(codeLimits, now: now)
    try transaction.store(failures, phone: phone, project: project)
  }

  private var codeLimits: Failures.Limits {
    Failures.Limits(
      lock: policy.failuresPerNumber, perBackOff: policy.failuresPerBackOff, backOff: policy.backOff,
      backOffLimit: policy.backOffLimit)
  }
}

// Codes of authenticator apps are sent to nobody, so wrong ones are counted per account.
extension Call {
  func refuseIfTOTPBlocked(_ account: Account, in transaction: Transaction) throws {
    let failures = try transaction.totpFailures(account: account.id)
    try failures.refuseIfBlocked(
      totpLimits, by: .quotaExceeded,
      locked: "((\(failures.count) wrong codes in a row have locked the authenticator app.))", now: now)
  }

  func countTOTPFailure(of account: Account, in transaction: Transaction) throws {
    var failures = try transaction.totpFailures(account: account.id)
    failures.add(totpLimits, now: now)
    try transaction.storeTOTPFailures(failures, account: account.id, project: account.project)
  }

  private var totpLimits: Failures.Limits {
    Failures.Limits(
      lock: policy.totpFailures, perBackOff: policy.totpFailuresPerBackOff, backOff: policy.backOff,
      backOffLimit: policy.backOffLimit)
  }
}

// Wrong passwords are counted per address, whether it has an account or not: or the limit would tell.
extension Call {
  func refuseIfBlocked(_ email: EmailAddress, project: Int64, in transaction: Transaction) throws {
    try transaction.failures(email: email, project: project, since: failureHorizon).refuseIfBlocked(
      passwordLimits,
      locked: "Access to this account has been temporarily disabled due to many failed login attempts. "
        + "You can immediately restore it by resetting your password or you can try again later.",
      now: now)
  }

  func countFailure(of email: EmailAddress, project: Int64, in transaction: Transaction) throws {
    var failures = try transaction.failures(email: email, project: project, since: failureHorizon)
    failures.add(passwordLimits, now: now)
    try transaction.store(
      failures, email: email, project: project, at: now, forgettingBefore: failureHorizon)
  }

  private var failureHorizon: Date { now.addingTimeInterval(-Double(policy.passwordFailureMemory)) }

  private var passwordLimits: Failures.Limits {
    Failures.Limits(
      lock: policy.passwordFailures, perBackOff: policy.passwordFailuresPerBackOff, backOff: policy.backOff,
      backOffLimit: policy.backOffLimit)
  }
}
