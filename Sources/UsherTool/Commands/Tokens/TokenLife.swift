import AuthClient
import CommandKit
import Essentials
import Flows

/// The minimum remaining life of a token for a program.
struct TokenLife: ArgumentSet {
  var minimum: Duration?

  static let arguments: [Argument<Self>] = [
    .option(
      \.minimum, "min-ttl", value: "TIME",
      help: "Renew a token that expires within this time (default 5m).")
  ]

  /// Returns the session in use, with a token that lives at least that long.
  func session(in context: Context) throws -> ActiveSession {
    try context.sessions.renewed(minimumLife: minimum, for: context.person)
  }
}

extension SessionAccess {
  /// Returns the session in use, with a token that lives for `minimum` seconds.
  ///
  /// Warns if the server's new tokens live shorter.
  func renewed(minimumLife minimum: Duration?, force: Bool = false, for person: Person) throws
    -> ActiveSession
  {
    let session = try renewed(
      minimumLife: minimum?.seconds ?? BlockingAuth.renewalMargin, force: force)
    guard let minimum else { return session }
    let token = session.saved.tokens.idToken
    let life = token.expiresAt.timeIntervalSince(token.issuedAt)
    if life < minimum.seconds {
      // The value is below `minimum`, so it fits an `Int`. A token that ends before its start lives 0 seconds.
      let seconds = Int(max(0, life))
      let time = seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
      person.output.warn("--min-ttl is too long: a new token is valid for \(time)")
    }
    return session
  }
}
