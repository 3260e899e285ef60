import IdentityToolkit

/// The limit on wrong codes for a phone number.
///
/// Failures are counted per number, across sessions. So a person who requests many codes does not get more guesses.
struct PhoneCodeLimit: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  func refuseIfBlocked(_ phone: PhoneNumber, project: Int64, in transaction: Transaction) throws {
    var failures = try transaction.failures(phone: phone, project: project)
    if failures.bringBack(limits, now: call.now) {
      try transaction.store(failures, phone: phone, project: project)
    }
    try failures.refuseIfBlocked(
      limits, locked: "((\(failures.count) wrong codes in a row have locked this number.))", now: call.now)
  }

  /// Counts a wrong code, and returns the refusal of it.
  func countFailure(
    of phone: PhoneNumber, project: Int64, in transaction: Transaction
  ) throws -> ServerError {
    var failures = try transaction.failures(phone: phone, project: project)
    failures.add(limits, now: call.now)
    try transaction.store(failures, phone: phone, project: project)
    return ServerError(.invalidCode, retryAfter: failures.wait(at: call.now))
  }

  private var limits: Failures.Limits {
    let policy = call.policy
    return Failures.Limits(
      lock: policy.failuresPerNumber, perBackOff: policy.failuresPerBackOff, backOff: policy.backOff,
      backOffLimit: policy.backOffLimit, clockSkew: policy.clockSkew)
  }
}
