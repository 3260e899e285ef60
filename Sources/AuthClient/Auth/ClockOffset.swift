import AuthCore
import Essentials

/// How far the service's clock is ahead of this machine's: whoever went by a wrong clock would take every new token for
/// an expired one, or for one from the future.
enum ClockOffset {
  /// Seconds. A few are the token's way here, and none.
  static func seconds(from token: IDToken, receivedAt now: Date) -> Double {
    let offset = token.issuedAt.timeIntervalSince(now)
    return abs(offset) > 30 && abs(offset) < 86_400 * 365 ? offset : 0
  }
}
