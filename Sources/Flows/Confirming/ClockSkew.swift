import AuthClient
import Essentials
import HTTP
import IdentityToolkit

/// How far this machine's clock is from the server's, on which the codes that are made here depend.
struct ClockSkew {
  /// Negative where this machine is behind.
  let secondsAhead: Int

  /// Less is made up for by the codes before and after the current one.
  private static let tolerated = 60

  /// Asks the server what time it is. Nil where it does not say, agrees, or is this very program.
  init?(_ flow: FlowSession) {
    guard let backend = try? flow.backend(), backend.endpoint != .embedded, let text = backend.date(),
      let date = Date(httpDate: text)
    else { return nil }
    secondsAhead = Int(flow.now().timeIntervalSince(date).rounded())
    if abs(secondsAhead) <= Self.tolerated { return nil }
  }
}
