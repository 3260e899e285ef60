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
    proxyRule = ProxyRule(configuration.trustedProxies)
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
