private import LibC

extension HTTPListener {
  /// The host and port for programs on this machine.
  package var localAuthority: String {
    // A wildcard address covers all addresses, but clients cannot connect to it.
    authority(at: ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host)
  }

  /// The hosts and ports for programs on other machines, if the server listens on every address.
  ///
  /// - Parameters:
  ///   - addresses: Returns this machine's addresses that a wildcard address covers.
  ///   - isServed: Whether the server answers machines that reach it at an address.
  package func networkAuthorities(
    among addresses: (_ host: String) -> [String] = { HTTPListener.networkAddresses(coveredBy: $0) },
    where isServed: (String) -> Bool = { _ in true }
  ) -> [String] {
    addresses(host).filter(isServed).map(authority)
  }

  private func authority(at address: String) -> String {
    (address.contains(":") ? "[\(address)]" : address) + ":\(port)"
  }

  /// Returns this machine's addresses that a wildcard address covers, without those of loopback.
  ///
  /// Empty if `host` is no wildcard address.
  package static func networkAddresses(coveredBy host: String) -> [String] {
    guard let family = ["0.0.0.0": AF_INET, "::": AF_INET6][host] else { return [] }
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(state: first) { next -> ifaddrs? in
      defer { next = next?.pointee.ifa_next }
      return next?.pointee
    }.compactMap { interface in
      let flags = Int(interface.ifa_flags)
      guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0,
        let pointer = interface.ifa_addr, Int32(pointer.pointee.sa_family) == family
      else { return nil }
      let address = SocketAddress(pointer).host
      // An address of one link needs the other machine's name for the link, too.
      return address.hasPrefix("fe80:") ? nil : address
    }
  }
}
