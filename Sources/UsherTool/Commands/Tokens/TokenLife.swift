import AuthClient
import CommandKit
import Essentials
import Flows

/// How long the token that a program is given must live.
struct TokenLife: ArgumentSet {
  var minimum: Duration?

  static let arguments: [Argument<Self>] = [
    .option(
      \.minimum, "min-ttl", value: "TIME",
      help: "Renew the token unless it lives this long; 5m by default.")
  ]

  /// The session in use, with a token that lives so long.
  func session(in context: Context) throws -> ActiveSession {
    try context.sessions.renewed(minimumLife: minimum, for: context.person)
  }
}

extension SessionAccess {
  /// The session in use, with a token that lives for `minimum` as far as the server gives any that does.
  func renewed(minimumLife minimum: Duration?, force: Bool = false, for person: Person) throws
    -> ActiveSession
  {
    let session = try renewed(
      minimumLife: minimum?.seconds ?? BlockingAuth.renewalMargin, force: force)
    guard let minimum else { return session }
    let token = session.saved.tokens.idToken
    let life = token.expiresAt.timeIntervalSince(token.issuedAt)
    if life < minimum.seconds {
      // Less than what was asked for, and so in bounds; one that ends before it begins does not live at all.
      let seconds = Int(max(0, life))
      let time = seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
      person.output.warn("--min-ttl is too long: a new token is valid for \(time)")
    }
    return session
  }
}
