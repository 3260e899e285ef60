import Essentials

/// Which `Host` a request may name: what no foreign page can have resolved to this machine.
struct HostRule: Sendable {
  private let allowedNames: Set<String>
  /// `.example.org` for every name below example.org.
  private let endings: [String]
  private let trustsNetwork: Bool

  /// - Parameters:
  ///   - allowedNames: IP addresses among them; `*.example.org` allows every name below example.org.
  ///   - trustsNetwork: Allows names that only a private network resolves: those without a dot, and a container's
  ///     name for the machine that it runs on.
  init(allowedNames: [String], trustsNetwork: Bool = false) {
    let allowed = allowedNames.map { $0.asciiLowercased() }
    self.allowedNames = Set(
      allowed.filter { !$0.hasPrefix("*.") }.map { Self.host(of: $0) ?? Self.canonical($0) })
    endings = allowed.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    self.trustsNetwork = trustsNetwork
  }

  /// `field` is a name or an IP address, with or without a port. An address that the internet routes could be
  /// anybody's, and links in mails begin with it.
  /// - Parameter own: the address that the request came to.
  func permits(_ field: String, at own: @autoclosure () -> String? = nil) -> Bool {
    guard let host = Self.host(of: field) else { return false }
    return host == "localhost" || PrivateAddress.contains(host) || isAllowed(host) || host == own()
      || trustsNetwork && Self.isPrivate(host)
  }

  /// Whether `field` is one of those that were named. Of what a proxy hands on nothing else counts: anybody may have
  /// asked it by a private address, of a machine of theirs.
  func names(_ field: String) -> Bool {
    guard let host = Self.host(of: field) else { return false }
    return isAllowed(host)
  }

  private func isAllowed(_ host: String) -> Bool {
    allowedNames.contains(host)
      || endings.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
  }

  /// The name, in lower case, or the IP address, as `SocketAddress` writes it; nil where `field` is neither.
  private static func host(of field: String) -> String? {
    if field.hasPrefix("[") {
      guard let end = field.firstIndex(of: "]"), isPort(field[field.index(after: end)...]) else { return nil }
      let address = field[field.index(after: field.startIndex)..<end]
      return address.contains(":") ? SocketAddress(host: String(address), port: 0)?.host : nil
    }
    // By bytes: finding the borders of characters would cost every request more than all its other checks.
    let colon = field.utf8.firstIndex(of: UInt8(ascii: ":")) ?? field.endIndex
    guard colon != field.startIndex, isPort(field[colon...]) else { return nil }
    let isName = field.utf8[..<colon].allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isName ? field[..<colon].asciiLowercased() : nil
  }

  /// An IPv6 address that stands without brackets as `SocketAddress` writes it; a name as it is.
  private static func canonical(_ name: String) -> String {
    SocketAddress(host: name, port: 0)?.host ?? name
  }

  private static func isPrivate(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(".")
      || ["host.docker.internal", "host.containers.internal"].contains(name)
  }

  /// Nothing, or a colon and a number.
  private static func isPort(_ text: Substring) -> Bool {
    guard let colon = text.utf8.first else { return true }
    let digits = text.utf8.dropFirst()
    return colon == UInt8(ascii: ":") && digits.allSatisfy { (0x30...0x39).contains($0) }
      && UInt16(Substring(digits)) != nil
  }
}
