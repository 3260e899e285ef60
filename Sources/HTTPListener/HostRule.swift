internal import HTTP
private import LibC

/// Which `Host` a request may name: what no foreign page can have resolved to this machine.
struct HostRule: Sendable {
  private let names: Set<String>
  /// `.example.org` for every name below example.org.
  private let endings: [String]
  private let trustsNetwork: Bool

  /// - Parameters:
  ///   - allowedNames: `*.example.org` allows every name below example.org.
  ///   - trustsNetwork: Allows names that only a private network resolves: those without a dot, and a container's
  ///     name for the machine that it runs on.
  init(allowedNames: [String], trustsNetwork: Bool = false) {
    let allowed = allowedNames.map { $0.lowercased() }
    names = Set(allowed.filter { !$0.hasPrefix("*.") }).union(["localhost"])
    endings = allowed.filter { $0.hasPrefix("*.") }.map { String($0.dropFirst()) }
    self.trustsNetwork = trustsNetwork
  }

  /// `field` is a name or an IP address, with or without a port.
  func permits(_ field: String) -> Bool {
    if field.hasPrefix("[") {
      guard let end = field.firstIndex(of: "]"), Self.isPort(field[field.index(after: end)...]) else {
        return false
      }
      var address = in6_addr()
      return inet_pton(AF_INET6, String(field[field.index(after: field.startIndex)..<end]), &address) == 1
    }
    // By bytes: finding the borders of characters would cost every request more than all its other checks.
    let colon = field.utf8.firstIndex(of: UInt8(ascii: ":")) ?? field.endIndex
    guard Self.isPort(field[colon...]) else { return false }
    let name = field[..<colon].lowercased()
    var address = in_addr()
    return names.contains(name) || inet_pton(AF_INET, name, &address) == 1
      || endings.contains { name.hasSuffix($0) && name.count > $0.count }
      || trustsNetwork && Self.isPrivate(name)
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
