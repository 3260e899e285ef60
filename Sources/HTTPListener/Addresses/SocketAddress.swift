internal import LibC

/// An IP address and a port in the form that socket calls use.
struct SocketAddress {
  private var storage = sockaddr_storage()
  private var size: socklen_t

  /// Returns nil if `host` is not an IP address.
  init?(host: String, port: UInt16) {
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, host, &v4.sin_addr) == 1 {
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      size = socklen_t(MemoryLayout.size(ofValue: v4))
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v4, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, host, &v6.sin6_addr) == 1 {
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      size = socklen_t(MemoryLayout.size(ofValue: v6))
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v6, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  /// - Parameter address: An IPv4 or IPv6 address.
  init(_ address: UnsafePointer<sockaddr>) {
    let isV6 = Int32(address.pointee.sa_family) == AF_INET6
    size = socklen_t(isV6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    withUnsafeMutableBytes(of: &storage) { [size] in
      $0.copyMemory(from: UnsafeRawBufferPointer(start: address, count: Int(size)))
    }
  }

  /// Reads the peer's address of a connection.
  ///
  /// Returns nil if the peer has disconnected.
  init?(peerOf socket: Int32) {
    size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    guard withPointer({ getpeername(socket, $0, $1) }) == 0 else { return nil }
  }

  /// Reads this machine's address of a connection.
  init?(ownOf socket: Int32) {
    size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    guard withPointer({ getsockname(socket, $0, $1) }) == 0 else { return nil }
  }

  var family: Int32 { Int32(storage.ss_family) }

  // Both address families have the port at the same place.
  var port: UInt16 {
    withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.load(as: sockaddr_in.self).sin_port) }
  }

  /// The IP address in its normalized form.
  ///
  /// An IPv4 address keeps its own form, even if a socket for both families reports it as IPv6.
  var host: String {
    let text = text
    let mapped = "::ffff:"
    return text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.utf8.count)) : text
  }

  private var text: String {
    withUnsafeBytes(of: storage) { bytes in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
        let place =
          family == AF_INET6
          ? MemoryLayout.offset(of: \sockaddr_in6.sin6_addr) : MemoryLayout.offset(of: \sockaddr_in.sin_addr)
        let isWritten =
          inet_ntop(
            family, bytes.baseAddress! + (place ?? 0), text.baseAddress!, socklen_t(INET6_ADDRSTRLEN)) != nil
        return isWritten ? String(cString: text.baseAddress!) : ""
      }
    }
  }

  mutating func withPointer<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        withUnsafeMutablePointer(to: &size) { body(address, $0) }
      }
    }
  }
}
