import Essentials
import IdentityToolkit

/// A session that is to be opened, with what is drawn for it before its transaction: that may run twice.
struct NewSession: Sendable {
  var session: AuthSession
  let token: RefreshToken
}

/// What a transaction let somebody have; an ID token is written afterwards, which is slow.
struct Grant: Sendable {
  enum Outcome: Sendable {
    case session(AuthSession, RefreshToken)
    /// Nothing yet: one of the factors is asked for, and the credential goes on from here.
    case secondFactorRequired(credential: String, [SecondFactor])
  }

  var account: Account
  var outcome: Outcome
  /// Whether the account was made just now.
  var isNew = false
}

extension Call {
  func newSession(provider: String) throws -> NewSession {
    NewSession(
      session: AuthSession(signedInAt: now, provider: provider), token: try RefreshToken(random: random))
  }

  /// The end of every first factor: opens `new` for an account that has just been signed in to, unless a
  /// second factor is asked for. Then nothing is opened, and no sign-in noted.
  func finishFirstFactor(
    of account: Account, isNew: Bool = false, _ new: NewSession, in transaction: Transaction
  ) throws -> Grant {
    let factors = try secondFactorsAsked(of: account, after: new.session.provider, in: transaction)
    guard factors.isEmpty else {
      let credential = try makePending(new, for: account, in: transaction)
      return Grant(account: account, outcome: .secondFactorRequired(credential: credential, factors))
    }
    return try signIn(to: account, isNew: isNew, new, in: transaction)
  }

  /// Opens `new` for an account, all of whose factors were right.
  func signIn(
    to account: Account, isNew: Bool = false, _ new: NewSession, in transaction: Transaction
  ) throws -> Grant {
    try transaction.noteSignIn(of: account.id, at: now)
    return try open(new.session, new.token, for: account, isNew: isNew, in: transaction)
  }

  /// Goes on with the session of `token`, an account's that has changed, in tokens of its own.
  /// - Parameter change: what is different in it from now on.
  func renew(
    _ token: IDToken, of account: Account, provider: String? = nil, signedInAt: Date? = nil,
    _ new: RefreshToken, in transaction: Transaction,
    change: (inout AuthSession) -> Void = { _ in }
  ) throws -> Grant {
    var session = token.session(for: account, provider: provider, signedInAt: signedInAt)
    change(&session)
    return try open(session, new, for: account, isNew: false, in: transaction)
  }

  /// Ends every session that `account` has. The caller stores the account.
  /// - Parameter kept: when the session began that goes on in new tokens, if one does. Verifiers elsewhere
  ///   compare that with `validSince`, and are to take them.
  func endSessions(of account: inout Account, keeping kept: Date? = nil) {
    account.generation += 1
    account.validSince = kept ?? now
  }

  /// A session begins no earlier than `account` takes sign-ins from, which a clock that was set back, or an
  /// administrator's that is ahead, may have put a little into the future.
  private func open(
    _ session: AuthSession, _ token: RefreshToken, for account: Account, isNew: Bool,
    in transaction: Transaction
  ) throws -> Grant {
    var session = session
    session.generation = account.generation
    if let validSince = account.validSince, validSince <= period(ofLast: 0).upperBound {
      session.signedInAt = max(session.signedInAt, validSince)
    }
    try transaction.insertRefreshToken(hash: token.hash, account: account.id, session: session)
    return Grant(account: account, outcome: .session(session, token), isNew: isNew)
  }

  /// Writes what `grant` lets somebody have into an answer.
  func fill(_ answer: inout some TokenAnswer, with grant: Grant) throws {
    switch grant.outcome {
    case .session(let session, let token):
      answer.idToken = try server.issuer.issue(
        for: grant.account, session: session, project: project, now: now)
      answer.refreshToken = token.text
      answer.expiresIn = String(policy.idTokenLifetime)
    case .secondFactorRequired(let credential, let factors):
      answer.mfaPendingCredential = credential
      answer.mfaInfo = factors.map(MFAEnrollment.init(hint:))
    }
  }
}

/// An answer that signs somebody in, or goes on with a session.
protocol TokenAnswer {
  var idToken: String? { get set }
  var refreshToken: String? { get set }
  var expiresIn: String? { get set }
  var mfaPendingCredential: String? { get set }
  var mfaInfo: [MFAEnrollment]? { get set }
}

// What an answer has no room for is left out of it.
extension TokenAnswer {
  var expiresIn: String? {
    get { nil }
    set {}
  }
  var mfaPendingCredential: String? {
    get { nil }
    set {}
  }
  var mfaInfo: [MFAEnrollment]? {
    get { nil }
    set {}
  }
}

extension SignUp.Response: TokenAnswer {}
extension SignInWithPassword.Response: TokenAnswer {}
extension SignInWithEmailLink.Response: TokenAnswer {}
extension SignInWithPhoneNumber.Response: TokenAnswer {}
extension SignInWithCustomToken.Response: TokenAnswer {}
extension SignInWithIdp.Response: TokenAnswer {}
extension UpdateAccount.Response: TokenAnswer {}
extension FinalizeMFAEnrollment.Response: TokenAnswer {}
extension FinalizeMFASignIn.Response: TokenAnswer {}
extension WithdrawMFA.Response: TokenAnswer {}
