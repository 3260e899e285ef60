import Essentials
import IdentityToolkit

/// The rules for opening, continuing and ending sessions of accounts.
struct Sessions: Sendable {
  let call: Call

  /// Returns a session for a user who signs in with `provider`.
  ///
  /// `signIn` opens it.
  func new(provider: String) throws -> NewSession {
    NewSession(
      session: AuthSession(signedInAt: call.now, provider: provider),
      token: try RefreshToken(random: call.random))
  }

  /// Opens `new` for an account after all factors were right.
  func signIn(
    to account: Account, isNew: Bool = false, _ new: NewSession, in transaction: Transaction
  ) throws -> Grant {
    var (account, session) = (account, new.session)
    try BlockingFunctions(call: call).admit(&account, &session, in: transaction)
    try transaction.noteSignIn(of: account.id, at: call.now)
    return try open(session, new.token, for: account, isNew: isNew, in: transaction)
  }

  /// Continues the session of `token` with new tokens after its account has changed.
  ///
  /// - Parameter change: Changes the session as well.
  func renew(
    _ token: IDToken, of account: Account, provider: String? = nil, signedInAt: Date? = nil,
    _ new: RefreshToken, in transaction: Transaction,
    change: (inout AuthSession) -> Void = { _ in }
  ) throws -> Grant {
    var session = token.session(for: account, provider: provider, signedInAt: signedInAt)
    change(&session)
    return try open(session, new, for: account, isNew: false, in: transaction)
  }

  /// Ends all sessions of `account`.
  ///
  /// The caller stores the account.
  /// - Parameter kept: When the session began that continues with new tokens, if any. Other verifiers compare it with
  ///   `validSince`, and must accept the new tokens.
  func endAll(of account: inout Account, keeping kept: Date? = nil) {
    account.generation += 1
    account.validSince = kept ?? call.now
  }

  /// Moves times to now that a fast clock put into the future.
  ///
  /// Returns whether the session had such times.
  ///
  /// So no session ends because the clock was set back, and no token has a sign-in time in the future. Sessions that
  /// had ended stay ended, because of their generation.
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

  /// Opens the session.
  ///
  /// It does not begin before the account's `validSince`.
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
    return Grant(
      account: account, outcome: .session(session, token), isNew: isNew,
      isAdmittedByFunction: call.functions?.answers.isEmpty == false)
  }

  /// Writes the tokens of `grant` into an answer, or the data that is needed to get them.
  ///
  /// - Parameter isSecure: Whether the client asks for an ID token that can be renewed. If not, the service returns one
  ///   with a long lifetime, unless a blocking function was asked. The emulator ignores this.
  func fill(
    _ answer: inout some SessionAnswer, with grant: Grant, asSecureToken isSecure: Bool? = true
  ) throws {
    switch grant.outcome {
    case .session(let session, _)
    where isSecure != true && call.dialect.givesLegacyTokens && !grant.isAdmittedByFunction:
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
