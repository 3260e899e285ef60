import Essentials
import IdentityToolkit

/// The sessions of accounts: how they begin, go on and end.
struct Sessions: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// A session for a user who signs in by `provider`; `signIn` opens it.
  func new(provider: String) throws -> NewSession {
    NewSession(
      session: AuthSession(signedInAt: call.now, provider: provider),
      token: try RefreshToken(random: call.random))
  }

  /// Opens `new` for an account, all of whose factors were right.
  func signIn(
    to account: Account, isNew: Bool = false, _ new: NewSession, in transaction: Transaction
  ) throws -> Grant {
    var (account, session) = (account, new.session)
    try BlockingFunctions(call).admit(&account, &session, in: transaction)
    try transaction.noteSignIn(of: account.id, at: call.now)
    return try open(session, new.token, for: account, isNew: isNew, in: transaction)
  }

  /// Goes on with the session of `token`, whose account has changed, in new tokens.
  /// - Parameter change: changes the session as well.
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
  ///   compare that with `validSince`, and are to accept the new tokens.
  func endAll(of account: inout Account, keeping kept: Date? = nil) {
    account.generation += 1
    account.validSince = kept ?? call.now
  }

  /// Brings what a clock that was ahead has put into the future back to now: no session ends because a clock was set
  /// back, and no token says that its sign-in is still to come. Whether the session was from there.
  ///
  /// Sessions that had ended stay so by their generation.
  func bringBack(
    _ session: inout AuthSession, of account: inout Account, in transaction: Transaction
  ) throws -> Bool {
    if account.takesSessionsFrom > call.now {
      account.validSince = call.now
      try transaction.update(account)
    }
    guard session.signedInAt > call.now else { return false }
    session.signedInAt = call.now
    return true
  }

  /// A session begins no earlier than `account` takes sign-ins from.
  private func open(
    _ session: AuthSession, _ token: RefreshToken, for account: Account, isNew: Bool,
    in transaction: Transaction
  ) throws -> Grant {
    var (session, account) = (session, account)
    _ = try bringBack(&session, of: &account, in: transaction)
    session.generation = account.generation
    session.signedInAt = max(session.signedInAt, account.takesSessionsFrom)
    try transaction.insertRefreshToken(hash: token.hash, account: account.id, session: session)
    try call.issuer.readKey(in: transaction)
    return Grant(account: account, outcome: .session(session, token), isNew: isNew)
  }

  /// Writes the tokens of `grant`, or what has to be shown to get them, into an answer.
  /// - Parameter isSecure: whether the client asks for an ID token that can be renewed. Without, the service
  ///   answers with one that lives for long; the emulator does not look.
  func fill(
    _ answer: inout some SessionAnswer, with grant: Grant, asSecureToken isSecure: Bool? = true
  ) throws {
    switch grant.outcome {
    case .session(let session, _) where isSecure != true && call.policy.serviceAnswers:
      answer.idToken = try call.issuer.issue(
        for: grant.account, session: session, project: call.project, tenant: call.tenant, now: call.now,
        isLegacy: true)
    case .session(let session, let token):
      answer.idToken = try call.issuer.issue(
        for: grant.account, session: session, project: call.project, tenant: call.tenant, now: call.now)
      answer.refreshToken = token.text
      answer.expiresIn = String(call.policy.idTokenLifetime)
    case .secondFactorRequired(let credential, let factors):
      answer.mfaPendingCredential = credential
      answer.mfaInfo = factors.map { MFAEnrollment(hint: $0, under: call.policy) }
    }
  }
}
