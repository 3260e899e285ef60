import Essentials
import IdentityToolkit

/// A session that is to be opened, and its refresh token.
///
/// It is made before the transaction that opens it: that may run twice, and would draw another token.
struct NewSession: Sendable {
  var session: AuthSession
  let token: RefreshToken
}

/// The result of a sign-in, or of a change with which a session goes on.
///
/// It comes out of a transaction; the ID token is signed afterwards, which is slow.
struct Grant: Sendable {
  enum Outcome: Sendable {
    case session(AuthSession, RefreshToken)
    /// The first factor was right. The credential, and one of these second factors, open the session.
    case secondFactorRequired(credential: String, [SecondFactor])
  }

  var account: Account
  var outcome: Outcome
  /// Whether the account was created just now.
  var isNew = false

  /// Whether a second factor has to follow.
  var isPending: Bool {
    if case .secondFactorRequired = outcome { true } else { false }
  }
}
