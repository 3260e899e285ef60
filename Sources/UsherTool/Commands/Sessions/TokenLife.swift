import AuthCore
import CommandKit
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
    try context.renewedSession(minimumLife: minimum?.seconds ?? Auth.renewalMargin, force: false)
  }
}
