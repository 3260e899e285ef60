import Essentials

/// The rule for the `Host` that a request may name: none that a foreign page can resolve to this machine.
struct HostRule: Sendable {
  private let allowedNames: Set<String>
  /// `.example.org` means every name below example.org.
  private let endings: [String]
  private let trustsNetwork: Bool

  /// - Parameters:
  ///   - allowedNames: Names and IP addresses. `*.example.org` allows every name below example.org.
  ///   - trustsNetwork: Whether to allow names that only a private network resolves: names without a dot, and a
  ///     container's name for its host machine.
  init(allowedNames: [String], trustsNetwork: Bool = false) {
    let allowed = allowedNames.map { $0.asciiLowercased() }
    self.allowedNames = Set(
      allowed.filter { !$0.hasPrefix("*.") }.map { Self.host(of: $0) ?? Self.canonical($0) })
    endings = allowed.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    self.trustsNetwork = trustsNetwork
  }

  /// Returns whether `field`, a name or an IP address with or without a port, is allowed.
  ///
  /// A public IP address is not, because it could belong to anybody, and links in mails begin with it.
  /// - Parameter own: The address that the request came to.
  func permits(_ field: String, at own: @autoclosure () -> String? = nil) -> Bool {
    guard let host = Self.host(of: field) else { return false }
    return host == "localhost" || PrivateAddress.contains(host) || isAllowed(host) || host == own()
      || trustsNetwork && Self.isPrivate(host)
  }

  /// Returns whether `field` is one of the allowed names.
  ///
  /// Behind a proxy, only these count. Otherwise, a client could use a private address of its own machine.
  func names(_ field: String) -> Bool {
    guard let host = Self.host(of: field) else { return false }
    return isAllowed(host)
  }

  private func isAllowed(_ host: String) -> Bool {
    allowedNames.contains(host)
      || endings.contains { host.hasSuffix($0) && host.utf8.count > $0.utf8.count }
  }

  /// Returns the name in lower case, or the IP address in normalized form, or nil if `field` is neither.
  private static func host(of field: String) -> String? {
    if field.hasPrefix("[") {
      guard let end = field.firstIndex(of: "]"), isPort(field[field.index(after: end)...]) else { return nil }
      let address = field[field.index(after: field.startIndex)..<end]
      return address.contains(":") ? SocketAddress(host: String(address), port: 0)?.host : nil
    }
    // This works on bytes: splitting characters would cost every request more than all its other checks.
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

  /// Returns an IPv6 address without brackets in normalized form, and other names unchanged.
  private static func canonical(_ name: String) -> String {
    SocketAddress(host: name, port: 0)?.host ?? name
  }

  private static func isPrivate(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(".")
      || ["host.docker.internal", "host.containers.internal"].contains(name)
  }

  /// Returns whether the text is empty, or a colon and a number.
  private static func isPort(_ text: Substring) -> Bool {
    guard let colon = text.utf8.first else { return true }
    let digits = text.utf8.dropFirst()
    return colon == UInt8(ascii: ":") && digits.allSatisfy { (0x30...0x39).contains($0) }
      && UInt16(Substring(digits)) != nil
  }
}
