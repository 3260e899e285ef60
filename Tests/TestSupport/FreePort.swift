import LibC

/// A port of 127.0.0.1 on which nobody listens at the moment.
package func freePort() -> UInt16 {
  let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(probe) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let status = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      bind(probe, address, size) == 0 ? getsockname(probe, address, &size) : -1
    }
  }
  guard status == 0 else { fatalError("no free port") }
  return UInt16(bigEndian: address.sin_port)
}
