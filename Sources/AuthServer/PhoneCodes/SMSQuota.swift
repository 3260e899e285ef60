import Essentials
import HTTP
import IdentityToolkit
private import LibC

/// The limits on SMS: per network of the client's address, per number, and per project.
struct SMSQuota: Sendable {
  private static let (minute, hour) = (60, 3600)

  let call: Call

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

/// A group of client addresses: an IPv4 address or an IPv6 /64 network counts as one client.
///
/// Within an IPv6 /64 network, a machine can create any number of addresses.
enum PeerNetwork {
  /// Returns the network of `address`, such as `2001:db8::/64`.
  ///
  /// Other text than an IPv6 address is returned unchanged.
  static func of(_ address: String) -> String {
    var six = in6_addr()
    guard inet_pton(AF_INET6, address, &six) == 1, !isIPv4(six) else { return address }
    withUnsafeMutableBytes(of: &six) { bytes in
      for index in 8..<16 { bytes[index] = 0 }
    }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
      guard inet_ntop(AF_INET6, &six, text.baseAddress!, socklen_t(INET6_ADDRSTRLEN)) != nil else {
        return address
      }
      return String(cString: text.baseAddress!) + "/64"
    }
  }

  /// Returns whether this is an IPv4 address in IPv6 form (RFC 4291, 2.5.5.2).
  private static func isIPv4(_ address: in6_addr) -> Bool {
    withUnsafeBytes(of: address) { $0.prefix(10).allSatisfy { $0 == 0 } && $0[10] == 0xFF && $0[11] == 0xFF }
  }
}
