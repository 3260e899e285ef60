import IdentityToolkit

/// A session to open, with its refresh token.
///
/// Create it before the transaction that opens it. A transaction may run twice, and would create another token.
struct NewSession: Sendable {
  var session: AuthSession
  let token: RefreshToken
}

/// The result of a sign-in, or of a change after which a session continues.
///
/// It comes from a transaction. The ID token is signed afterwards, because signing is slow.
struct Grant: Sendable {
  enum Outcome: Sendable {
    case session(AuthSession, RefreshToken)
    /// The first factor was right.
    ///
    /// The credential and one of these second factors open the session.
    case secondFactorRequired(credential: String, [SecondFactor])
  }

  var account: Account
  var outcome: Outcome
  /// Whether the account was just created.
  var isNew = false
  /// Whether a blocking function has admitted the user.
  var isAdmittedByFunction = false

  /// Whether a second factor is required.
  var isPending: Bool {
    if case .secondFactorRequired = outcome { true } else { false }
  }
}
