import IdentityToolkit

/// The limit on wrong codes of authenticator apps for an account.
///
/// Failures are counted per account, because there is no message to count them by.
struct TOTPCodeLimit: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  func refuseIfBlocked(_ account: Account, in transaction: Transaction) throws {
    var failures = try transaction.totpFailures(account: account.id)
    if failures.bringBack(limits, now: call.now) {
      try transaction.storeTOTPFailures(failures, account: account.id, project: account.project)
    }
    try failures.refuseIfBlocked(
      limits, by: .quotaExceeded,
      locked: "((\(failures.count) wrong codes in a row have locked the authenticator app.))", now: call.now)
  }

  /// Counts a wrong code, and returns the refusal of it.
  func countFailure(of account: Account, in transaction: Transaction) throws -> ServerError {
    var failures = try transaction.totpFailures(account: account.id)
    failures.add(limits, now: call.now)
    try transaction.storeTOTPFailures(failures, account: account.id, project: account.project)
    return ServerError(.invalidCode, retryAfter: failures.wait(at: call.now))
  }

  private var limits: Failures.Limits {
    let policy = call.policy
    return Failures.Limits(
      lock: policy.totpFailures, perBackOff: policy.totpFailuresPerBackOff, backOff: policy.backOff,
      backOffLimit: policy.backOffLimit, clockSkew: policy.clockSkew)
  }
}
