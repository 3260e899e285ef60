import LibC
import Synchronization

/// A port of 127.0.0.1 on which nobody listens, and which no other test gets.
///
/// It is below those that the system gives to servers without a wish and to clients. Otherwise another test could have it
/// before this one listens, or while a server is started again.
package func freePort() -> UInt16 {
  for _ in 0..<ports.count {
    let port = next.withLock { next in
      defer { next = next == ports.upperBound - 1 ? ports.lowerBound : next + 1 }
      return next
    }
    if isFree(port) { return port }
  }
  fatalError("no free port")
}

private let ports: Range<UInt16> = 12_000..<32_000
/// Another run of the tests may be at work on this machine, so each begins elsewhere.
private let next = Mutex(UInt16.random(in: ports))

private func isFree(_ port: UInt16) -> Bool {
  let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(probe) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(probe, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
    }
  }
}
