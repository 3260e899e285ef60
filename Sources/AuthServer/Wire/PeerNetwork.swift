private import LibC

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
