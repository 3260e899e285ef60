import Essentials
import HTTP
import IdentityToolkit

/// The limits on SMS: per network of the client's address, per number, and per project.
struct SMSQuota: Sendable {
  private static let (minute, hour) = (60, 3600)

  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Counts an SMS, and throws if it exceeds a limit.
  ///
  /// An SMS that is refused for its network or number does not count against the project's limits.
  func count(_ phone: PhoneNumber, project: Int64, in transaction: Transaction) throws {
    let policy = call.policy
    let tooMany = ServerErrorCode.tooManyAttemptsTryLater
    if let peer = call.request.peer.map(PeerNetwork.of) {
      try count(peer, policy.smsPerAddressMinute, Self.minute, tooMany, project, transaction)
      try count(peer, policy.smsPerAddressHour, Self.hour, tooMany, project, transaction)
    }
    try count(phone.e164, policy.smsPerNumberHour, Self.hour, tooMany, project, transaction)
    try count("", policy.smsPerMinute, Self.minute, .quotaExceeded, project, transaction)
    let daily = policy.smsPerDay
    if daily > 0, try transaction.countMail("SMS", project: project, at: call.now) > daily {
      throw ServerError(.quotaExceeded)
    }
  }

  /// - Parameter limit: Zero means no limit.
  private func count(
    _ subject: String, _ limit: Int, _ period: Int, _ refusal: ServerErrorCode, _ project: Int64,
    _ transaction: Transaction
  ) throws {
    guard limit > 0 else { return }
    let rest = period - Int(call.now.seconds % Int64(period))
    let end = Date(timeIntervalSince1970: Double(call.now.seconds + Int64(rest)))
    let count = try transaction.countSMS(
      of: subject, per: period, until: end, project: project, now: call.now)
    if count > limit { throw ServerError(refusal, retryAfter: rest) }
  }
}
