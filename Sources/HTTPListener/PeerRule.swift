private import Synchronization

/// The rule for the clients that are served.
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

  /// Returns whether the peer of a connection is served.
  func admits(_ socket: Int32) -> Bool {
    guard admits != nil else { return true }
    // A peer that has already disconnected is not reported.
    guard let address = SocketAddress(peerOf: socket)?.host else { return false }
    // The requests that a proxy forwards are checked one by one.
    return proxies.trusts(address) || admits(address)
  }

  /// Returns whether a client behind a proxy is served.
  ///
  /// If not everybody is, the proxy must report the client's address. Without it, every client would look like the
  /// proxy.
  func admits(requestOf address: String?) -> Bool {
    guard let address else { return admits == nil }
    return admits(address)
  }

  private func admits(_ address: String) -> Bool {
    guard let admits, !admits(address) else { return true }
    // The callback may be slow, and other connections wait.
    if !isToldOf.exchange(true, ordering: .relaxed), let onFirstStranger {
      try? startThread(takesSignals: takesSignals) { onFirstStranger(address) }
    }
    return false
  }
}
