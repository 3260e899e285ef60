private import LibC

/// IP addresses with the same prefix, such as `10.0.0.0/8`, or one address, such as `::1`.
package struct AddressRange: Sendable, Equatable {
  /// The prefix in IPv6 form.
  ///
  /// IPv4 addresses are mapped to IPv6 (RFC 4291, 2.5.5.2).
  private let bytes: [UInt8]
  private let length: Int

  /// Returns nil unless `text` is an IP address, optionally with a slash and the number of significant bits.
  ///
  /// The other bits must be zero. If they are not, the author may mean another range.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard let bytes = Self.bytes(of: String(parts[0])), parts.count <= 2 else { return nil }
    let all = parts[0].contains(":") ? 128 : 32
    var length = all
    if parts.count == 2 {
      let digits = parts[1].utf8
      guard (1...3).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(parts[1]), number <= all
      else { return nil }
      length = number
    }
    self.bytes = bytes
    self.length = length + 128 - all
    guard (self.length..<128).allSatisfy({ bit in bytes[bit / 8] & Self.mask(bit) == 0 }) else { return nil }
  }

  /// Returns whether `ranges` cover half of IPv4 or IPv6, or more.
  ///
  /// No owner's networks are that large.
  ///
  /// A range inside another one counts only once.
  package static func coverHalf(_ ranges: [AddressRange]) -> Bool {
    let apart = ranges.enumerated().filter { index, range in
      !ranges.enumerated().contains { other, wider in
        wider.covers(range) && (!range.covers(wider) || other < index)
      }
    }.map(\.element)
    return [AddressRange(bytes: [UInt8](repeating: 0, count: 16), length: 0), allOfIPv4].contains { family in
      apart.reduce(0) { $0 + $1.share(of: family) } >= 0.5
    }
  }

  /// Whether the prefix is shorter than that of one owner's network: 8 bits for IPv4, 32 bits for IPv6.
  package var isWide: Bool { length < (Self.allOfIPv4.covers(self) ? 96 + 8 : 32) }

  private static let allOfIPv4 = AddressRange(
    bytes: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 0, 0, 0, 0], length: 96)

  private init(bytes: [UInt8], length: Int) {
    self.bytes = bytes
    self.length = length
  }

  private func covers(_ other: AddressRange) -> Bool { length <= other.length && contains(other.bytes) }

  /// Returns how much of `family` it covers, from 0 to 1.
  private func share(of family: AddressRange) -> Double {
    if covers(family) { return 1 }
    return family.covers(self) ? 1 / Double(sign: .plus, exponent: length - family.length, significand: 1) : 0
  }

  /// Returns whether `address` is in the range.
  ///
  /// Text that is not an IP address never is.
  package func contains(_ address: String) -> Bool {
    Self.bytes(of: address).map(contains) ?? false
  }

  private func contains(_ other: [UInt8]) -> Bool {
    (0..<length).allSatisfy { bit in (bytes[bit / 8] ^ other[bit / 8]) & Self.mask(bit) == 0 }
  }

  private static func mask(_ bit: Int) -> UInt8 { 0x80 >> UInt8(bit % 8) }

  private static func bytes(of text: String) -> [UInt8]? {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      var bytes = [UInt8](repeating: 0, count: 10)
      bytes.append(contentsOf: [0xFF, 0xFF])
      withUnsafeBytes(of: &four) { bytes.append(contentsOf: $0) }
      return bytes
    }
    var six = in6_addr()
    guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
    return withUnsafeBytes(of: &six) { Array($0) }
  }
}
