internal import HTTP
private import LibC
private import Synchronization

/// What the connections of a listener share.
final class Service: Sendable {
  let handler: any HTTPHandler
  let hostRule: HostRule
  let bodyLimit: Int
  let connections: ConnectionTable
  private let draining = Atomic(false)

  init(handler: any HTTPHandler, configuration: HTTPListener.Configuration) {
    self.handler = handler
    hostRule = HostRule(allowedNames: configuration.allowedHosts)
    bodyLimit = configuration.bodyLimit
    connections = ConnectionTable(
      deadlines: Connection.Deadlines(
        head: configuration.headDeadline, body: configuration.bodyDeadline,
        idle: configuration.idleDeadline))
  }

  /// Whether answers are the last on their connections.
  var isDraining: Bool { draining.load(ordering: .relaxed) }

  /// Waits until every connection is closed, the idle ones first, for `limit` at most.
  func drain(within limit: Duration) {
    draining.store(true, ordering: .relaxed)
    let end = ContinuousClock.now + limit
    // A connection just accepted may not be in the table yet, so it has to be empty for a while.
    var emptyChecks = 0
    while emptyChecks < 5, ContinuousClock.now < end {
      // Again and again, since a request that was running may leave an idle connection behind.
      connections.endIdle()
      usleep(1000)
      emptyChecks = connections.isEmpty ? emptyChecks + 1 : 0
    }
  }
}
