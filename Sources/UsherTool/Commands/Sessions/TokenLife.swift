import AuthCore
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
    try context.renewedSession(minimumLife: minimum)
  }
}

extension Context {
  /// The session in use, with a token that lives for `minimum` as far as the server gives any that does.
  func renewedSession(minimumLife minimum: Duration?, force: Bool = false) throws -> ActiveSession {
    let session = try renewedSession(minimumLife: minimum?.seconds ?? Auth.renewalMargin, force: force)
    let token = session.saved.tokens.idToken
    let life = Int(token.expiresAt.timeIntervalSince(token.issuedAt))
    if let minimum, Double(life) < minimum.seconds {
      let time = life % 60 == 0 ? "\(life / 60)m" : "\(life)s"
      warn("--min-ttl cannot be met: a new token lives \(time)")
    }
    return session
  }
}
