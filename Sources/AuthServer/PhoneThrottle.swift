import Essentials
import IdentityToolkit

// Wrong codes are counted per number, whatever session they were typed for, so that asking for code after
// code gives no more guesses.
extension Transaction {
  /// Refuses to send to a number, or to look at a code for it, while it has to wait or is locked.
  func refuseIfBlocked(_ phone: PhoneNumber, project: Int64, call: Call) throws {
    guard let failures = try failures(phone: phone, project: project) else { return }
    if failures.count >= call.policy.failuresPerNumber {
      throw ServerError(
        .tooManyAttemptsTryLater, "((\(failures.count) wrong codes in a row have locked this number.))")
    }
    guard failures.blockedUntil > call.now else { return }
    throw ServerError(
      .tooManyAttemptsTryLater,
      retryAfter: Int(failures.blockedUntil.timeIntervalSince(call.now).rounded(.up)))
  }

  /// Counts a wrong code, and lets every few of them block the number for twice as long as before.
  func countFailure(of phone: PhoneNumber, project: Int64, call: Call) throws {
    let policy = call.policy
    var failures =
      try failures(phone: phone, project: project) ?? PhoneFailures(count: 0, blockedUntil: call.now)
    failures.count += 1
    if failures.count.isMultiple(of: policy.failuresPerBackOff) {
      let doublings = min(failures.count / policy.failuresPerBackOff - 1, 20)
      let wait = min(policy.backOff << doublings, policy.backOffLimit)
      failures.blockedUntil = call.now.addingTimeInterval(Double(wait))
    }
    try store(failures, phone: phone, project: project)
  }
}
