/// Which `Host` a request may name: what no foreign page can have resolved to this machine.
struct HostRule: Sendable {
  private let names: Set<String>
  /// `.example.org` for every name below example.org.
  private let endings: [String]
  private let trustsNetwork: Bool

  /// - Parameters:
  ///   - allowedNames: IP addresses among them; `*.example.org` allows every name below example.org.
  ///   - trustsNetwork: Allows names that only a private network resolves: those without a dot, and a container's
  ///     name for the machine that it runs on.
  init(allowedNames: [String], trustsNetwork: Bool = false) {
    let allowed = allowedNames.map { $0.lowercased() }
    names = Set(allowed.filter { !$0.hasPrefix("*.") }.map(Self.canonical)).union(["localhost"])
    endings = allowed.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    self.trustsNetwork = trustsNetwork
  }

  /// `field` is a name or an IP address, with or without a port. An address that the internet routes could be
  /// anybody's, and links in mails begin with it.
  /// - Parameter own: the address that the request came to.
  func permits(_ field: String, at own: @autoclosure () -> String? = nil) -> Bool {
    if field.hasPrefix("[") {
      guard let end = field.firstIndex(of: "]"), Self.isPort(field[field.index(after: end)...]) else {
        return false
      }
      let address = field[field.index(after: field.startIndex)..<end]
      return address.contains(":") && permits(address: String(address), at: own())
    }
    // By bytes: finding the borders of characters would cost every request more than all its other checks.
    let colon = field.utf8.firstIndex(of: UInt8(ascii: ":")) ?? field.endIndex
    guard Self.isPort(field[colon...]) else { return false }
    let name = field[..<colon].lowercased()
    return names.contains(name) || permits(address: name, at: own())
      || endings.contains { name.hasSuffix($0) && name.count > $0.count }
      || trustsNetwork && Self.isPrivate(name)
  }

  private func permits(address text: String, at own: @autoclosure () -> String?) -> Bool {
    if PrivateAddress.contains(text) { return true }
    guard let address = SocketAddress(host: text, port: 0)?.host else { return false }
    return names.contains(address) || address == own()
  }

  /// An IP address as `SocketAddress` writes it, in brackets or not; a name as it is.
  private static func canonical(_ name: String) -> String {
    let isBracketed = name.hasPrefix("[") && name.hasSuffix("]")
    let text = isBracketed ? String(name.dropFirst().dropLast()) : name
    return SocketAddress(host: text, port: 0)?.host ?? name
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
