private import LibC

/// IP addresses that the internet does not route: this machine's, and those of private networks.
///
/// The unspecified address, which means all addresses of a machine, is one of them.
package enum PrivateAddress {
  /// Returns whether `text` is one of them.
  ///
  /// Text that is not an IP address never is.
  package static func contains(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 { return isPrivate(UInt32(bigEndian: four.s_addr)) }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return false }
    return isPrivate(withUnsafeBytes(of: &six) { Array($0) })
  }

  private static func isPrivate(_ address: UInt32) -> Bool {
    address == 0
      || networks.contains { network, length in address >> (32 - length) == network >> (32 - length) }
  }

  /// The network and prefix length of each range, from RFC 1918, 3927 and 6598.
  private static let networks: [(UInt32, Int)] = [
    (0x7F00_0000, 8), (0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16), (0xA9FE_0000, 16),
    (0x6440_0000, 10),
  ]

  /// Checks for loopback, unique local, link-local, the unspecified address, and IPv4 in IPv6.
  private static func isPrivate(_ address: [UInt8]) -> Bool {
    let isMapped = address[..<10].allSatisfy { $0 == 0 } && address[10] == 0xFF && address[11] == 0xFF
    if isMapped { return isPrivate(address[12...].reduce(0) { $0 << 8 | UInt32($1) }) }
    return address[..<15].allSatisfy { $0 == 0 } && address[15] <= 1 || address[0] & 0xFE == 0xFC
      || address[0] == 0xFE && address[1] & 0xC0 == 0x80
  }
}
