import Essentials

/// Scheme, host and port of a server, such as `http://127.0.0.1:9099`.
package struct Origin: Sendable, Hashable, CustomStringConvertible {
  package let scheme: Scheme
  /// The host in lower case.
  ///
  /// An IPv6 address does not have brackets.
  package let host: String
  package let port: Int?

  package enum Scheme: String, Sendable {
    case http, https
  }

  /// Returns nil unless `text` is `http://` or `https://`, a host and optionally a port.
  ///
  /// User names, paths, queries, backslashes and control characters are refused, because parsers disagree about them.
  package init?(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Scheme(rawValue: text[..<colon].asciiLowercased()), text[colon...].hasPrefix("://")
    else { return nil }
    var rest = text[text.index(colon, offsetBy: 3)...]
    if rest.last == "/" { rest.removeLast() }
    let host: Substring
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { return nil }
      host = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      guard host.contains(":"), host.utf8.allSatisfy(Self.isIPv6Byte) else { return nil }
    } else {
      host = rest.prefix { $0 != ":" }
      rest = rest[host.endIndex...]
      guard !host.isEmpty, host.utf8.allSatisfy(Self.isHostByte) else { return nil }
    }
    if rest.isEmpty {
      port = nil
    } else {
      let digits = rest.dropFirst()
      guard rest.first == ":", !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int(digits), (1...65535).contains(number)
      else { return nil }
      port = number
    }
    self.scheme = scheme
    self.host = host.asciiLowercased()
  }

  package var description: String { "\(scheme.rawValue)://\(authority)" }

  /// Host and port as in a `Host` header.
  package var authority: String {
    let bracketed = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return bracketed + (port.map { ":\($0)" } ?? "")
  }

  /// Whether the host is this machine.
  package var isLoopback: Bool {
    host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
      || (host.hasPrefix("127.") && HostSyntax.isIPv4(host))
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isIPv6Byte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ":"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
