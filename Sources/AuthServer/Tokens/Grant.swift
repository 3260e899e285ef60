import Essentials
import IdentityToolkit

/// A session that is to be opened, with what is drawn for it before its transaction: that may run twice.
struct NewSession: Sendable {
  var session: AuthSession
  let token: RefreshToken
}

/// A session that a transaction opened; its ID token is written afterwards, which is slow.
struct Grant: Sendable {
  var account: Account
  var session: AuthSession
  var refreshToken: RefreshToken
  /// Whether the account was made just now.
  var isNew = false
}

extension Call {
  func newSession(provider: String) -> NewSession {
    NewSession(
      session: AuthSession(signedInAt: now, provider: provider), token: RefreshToken(random: random))
  }

  /// The end of every first factor: opens `new` for an account that has just been signed in to.
  ///
  /// This is where a second factor will be asked for, before anything is opened or noted.
  func finishFirstFactor(
    of account: Account, isNew: Bool = false, _ new: NewSession, in transaction: Transaction
  ) throws -> Grant {
    try transaction.noteSignIn(of: account.id, at: now)
    return try open(new.session, new.token, for: account, isNew: isNew, in: transaction)
  }

  /// Goes on with the session of `token`, an account's that has changed, in tokens of its own.
  func renew(
    _ token: IDToken, of account: Account, provider: String? = nil, signedInAt: Date? = nil,
    _ new: RefreshToken, in transaction: Transaction
  ) throws -> Grant {
    let session = token.session(for: account, provider: provider, signedInAt: signedInAt)
    return try open(session, new, for: account, isNew: false, in: transaction)
  }

  /// Ends every session that `account` has, those that began in this very second too. The caller stores the
  /// account.
  ///
  /// ID tokens count in seconds. Where this second's may be at large, sign-ins count from the next one on.
  func endSessions(of account: inout Account) {
    let latest = max(account.lastLoginAt, account.validSince ?? account.lastLoginAt)
    let isOfThisSecond = latest.seconds >= now.seconds && latest <= period(ofLast: 0).upperBound
    account.validSince = isOfThisSecond ? Date(seconds: latest.seconds + 1) : now
  }

  /// A session begins no earlier than `account` takes sign-ins from; see `endSessions`.
  private func open(
    _ session: AuthSession, _ token: RefreshToken, for account: Account, isNew: Bool,
    in transaction: Transaction
  ) throws -> Grant {
    var session = session
    if let validSince = account.validSince, validSince <= period(ofLast: 0).upperBound {
      session.signedInAt = max(session.signedInAt, validSince)
    }
    try transaction.insertRefreshToken(hash: token.hash, account: account.id, session: session)
    return Grant(account: account, session: session, refreshToken: token, isNew: isNew)
  }

  /// Writes the tokens of `grant` into an answer.
  func fill(_ answer: inout some TokenAnswer, with grant: Grant) throws {
    answer.idToken = try server.issuer.issue(
      for: grant.account, session: grant.session, project: project, now: now)
    answer.refreshToken = grant.refreshToken.text
    answer.expiresIn = String(policy.idTokenLifetime)
  }
}

/// An answer that signs somebody in.
protocol TokenAnswer {
  var idToken: String? { get set }
  var refreshToken: String? { get set }
  var expiresIn: String? { get set }
}

extension SignUp.Response: TokenAnswer {}
extension SignInWithPassword.Response: TokenAnswer {}
extension SignInWithEmailLink.Response: TokenAnswer {}
extension SignInWithPhoneNumber.Response: TokenAnswer {}
extension SignInWithCustomToken.Response: TokenAnswer {}
extension SignInWithIdp.Response: TokenAnswer {}
extension UpdateAccount.Response: TokenAnswer {}
