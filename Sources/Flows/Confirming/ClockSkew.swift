import AuthClient
import Essentials
import HTTP
import IdentityToolkit

/// The difference between this machine's clock and the server's. Codes made on this machine depend on it.
struct ClockSkew {
  /// The difference in seconds; negative if this machine's clock is behind.
  let secondsAhead: Int

  /// Servers also accept the codes before and after the current one, so a smaller difference does not matter.
  private static let tolerated = 60

  /// Asks the server for its time.
  ///
  /// It is nil if the server does not answer, if the clocks agree, and for the embedded server.
  init?(_ flow: FlowSession) {
    guard let backend = try? flow.backend(), backend.endpoint != .embedded, let text = backend.date(),
      let date = Date(httpDate: text)
    else { return nil }
    secondsAhead = Int(flow.now().timeIntervalSince(date).rounded())
    if abs(secondsAhead) <= Self.tolerated { return nil }
  }

  /// How many seconds the clock of the embedded server was moved ahead of this machine's, if that matters.
  static func movedAhead(_ flow: FlowSession) -> Int? {
    guard let backend = try? flow.backend(), backend.endpoint == .embedded,
      let clock = try? LocalServerAdmin(backend: backend).clock(), clock.offsetSeconds > tolerated
    else { return nil }
    return clock.offsetSeconds
  }
}
