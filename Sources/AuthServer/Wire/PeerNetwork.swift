private import LibC

/// Whose requests count as one's: those of an IPv4 address, or of an IPv6 network of 64 bits. Below these every machine
/// makes itself as many addresses as it likes.
enum PeerNetwork {
  /// The network of `address`, as `2001:db8::/64`; what is no IPv6 address stands for itself.
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

  /// Whether it is one of IPv4, as IPv6 writes it (RFC 4291, 2.5.5.2).
  private static func isIPv4(_ address: in6_addr) -> Bool {
    withUnsafeBytes(of: address) { $0.prefix(10).allSatisfy { $0 == 0 } && $0[10] == 0xFF && $0[11] == 0xFF }
  }
}
