import HTTP

package struct ServerClock: Codable, Equatable, Sendable {
  /// How far it is ahead of the machine's clock.
  package var offsetSeconds: Int
  /// The current time of the clock, in RFC 3339.
  package var time: String

  package init(offsetSeconds: Int, time: String) {
    self.offsetSeconds = offsetSeconds
    self.time = time
  }
}

package enum ReadClock: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/clock")

  package typealias Response = ServerClock
}

/// The RPC that moves the clock, for every project of the server.
package enum MoveClock: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/clock")

  package struct Request: Codable, Equatable, Sendable {
    /// The new offset from the machine's clock.
    package var offsetSeconds: Int?

    package init(offsetSeconds: Int? = nil) {
      self.offsetSeconds = offsetSeconds
    }
  }

  package typealias Response = ServerClock
}
