private import Synchronization

/// Which peers are served.
final class PeerRule: Sendable {
  private let admits: (@Sendable (_ address: String) -> Bool)?
  private let onFirstStranger: (@Sendable (_ address: String) -> Void)?
  private let takesSignals: Bool
  private let proxies: ProxyRule
  private let isToldOf = Atomic(false)

  init(_ configuration: HTTPListener.Configuration) {
    admits = configuration.admits
    onFirstStranger = configuration.onFirstStranger
    takesSignals = configuration.takesSignals
    proxies = ProxyRule(configuration.trustedProxies)
  }

  /// Whether the peer of a connection is.
  func admits(_ socket: Int32) -> Bool {
    guard admits != nil else { return true }
    // Who has gone already is nobody to tell of.
    guard let address = SocketAddress(peerOf: socket)?.host else { return false }
    // Those whose requests it hands on are looked at one by one.
    return proxies.trusts(address) || admits(address)
  }

  /// Whether one that a proxy hands on is. Where not everybody's are, it has to say whose it is: a proxy that was not told
  /// to would make everybody its neighbour.
  func admits(requestOf address: String?) -> Bool {
    guard let address else { return admits == nil }
    return admits(address)
  }

  private func admits(_ address: String) -> Bool {
    guard let admits, !admits(address) else { return true }
    // Whoever is told may be slow to listen, and others wait at the door.
    if !isToldOf.exchange(true, ordering: .relaxed), let onFirstStranger {
      try? startThread(takesSignals: takesSignals) { onFirstStranger(address) }
    }
    return false
  }
}
