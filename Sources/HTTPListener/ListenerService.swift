internal import Essentials
internal import HTTP
private import Synchronization

/// The state that a listener's connections share.
final class ListenerService: Sendable {
  let handler: any HTTPHandler
  let hostRule: HostRule
  let peerRule: PeerRule
  let proxyRule: ProxyRule
  let headLimit: Int
  let bodyLimit: Int
  let largeBodies: LargeBodyMemory
  let identity: TLSIdentity?
  let connections: ConnectionTable
  let date: @Sendable () -> Date
  let refused: @Sendable (HTTPResponse) -> Void
  private let draining = Atomic(false)

  init(handler: any HTTPHandler, configuration: HTTPListener.Configuration) {
    self.handler = handler
    hostRule = HostRule(
      allowedNames: configuration.allowedHosts, trustsNetwork: configuration.trustsNetwork)
    peerRule = PeerRule(configuration)
    proxyRule = ProxyRule(ranges: configuration.trustedProxies)
    headLimit = configuration.headLimit
    bodyLimit = configuration.bodyLimit
    largeBodies = LargeBodyMemory(limit: configuration.largeBodiesLimit)
    identity = configuration.identity
    date = configuration.date
    refused = configuration.refused
    connections = ConnectionTable(
      deadlines: Connection.Deadlines(
        head: configuration.headDeadline, body: configuration.bodyDeadline,
        slowestRate: configuration.slowestRate, idle: configuration.idleDeadline),
      now: configuration.now)
  }

  /// Whether every connection closes after its next answer.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  func drain() { draining.store(true, ordering: .relaxed) }
}

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
    proxies = ProxyRule(ranges: configuration.trustedProxies)
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

/// The memory that bodies above the ordinary limit share.
///
/// Only administrators may send such bodies. But on a trusted network, everybody counts as one, and large bodies on all
/// connections would need too much memory.
final class LargeBodyMemory: Sendable {
  private let limit: Int
  private let taken = Mutex(0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Reserves memory for a body until it is given back.
  ///
  /// A single body is always allowed, whatever its size.
  func reserve(_ count: Int) -> Bool {
    if count == 0 { return true }
    return taken.withLock { taken in
      guard taken == 0 || count <= limit - taken else { return false }
      taken += count
      return true
    }
  }

  func giveBack(_ count: Int) {
    taken.withLock { $0 -= count }
  }
}
