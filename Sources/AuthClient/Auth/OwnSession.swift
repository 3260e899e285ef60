import AuthCore
import Essentials

/// A client's own session: who is signed in, and how far the service's clock is ahead of this machine's.
struct OwnSession: Sendable {
  let user: AuthCore.User?
  /// Seconds.
  let clockOffset: Double

  init(_ kept: KeptSession?) {
    user = kept?.user
    clockOffset = kept?.clockOffset ?? 0
  }

  /// What a call made of `before`. A new token tells the service's time, and whoever went by a wrong clock would take it
  /// for an expired one, or for one from the future.
  init(_ user: AuthCore.User?, before: Session.Snapshot, now: Date) {
    guard var changed = user, changed.tokens.idToken != before.record?.tokens.idToken else {
      self.user = user
      clockOffset = user == nil ? 0 : before.clockOffset
      return
    }
    let offset = changed.tokens.idToken.issuedAt.timeIntervalSince(now)
    // A few seconds are the token's way here; what is absurd is no time at all.
    let isClocks = (30...31_536_000).contains(abs(offset))
    if isClocks { changed.tokens.expiresAt = changed.tokens.idToken.expiresAt }
    self.user = changed
    clockOffset = isClocks ? offset : 0
  }
}
