import Crypto
import Essentials
import IdentityToolkit

extension Call {
  func signInWithPhoneNumber(
    _ request: SignInWithPhoneNumber.Request
  ) throws -> SignInWithPhoneNumber.Response {
    try refuse(tenant: request.tenantId)
    if request.temporaryProof?.isEmpty == false {
      guard request.phoneNumber?.isEmpty == false else { throw ServerError(.missingPhoneNumber) }
      throw ServerError(.invalidTemporaryProof)
    }
    guard let info = request.sessionInfo, !info.isEmpty else { throw ServerError(.missingSessionInfo) }
    guard let code = request.code, !code.isEmpty else { throw ServerError(.missingCode) }
    guard request.idToken?.isEmpty ?? true, ![.link, .update].contains(request.operation) else {
      throw ServerError(.operationNotAllowed, "((This server does not link phone numbers yet.))")
    }
    guard let info = SessionInfo(info) else { throw ServerError(.invalidSessionInfo) }

    let session = AuthSession(signedInAt: now, provider: "phone")
    let token = RefreshToken(random: random)
    let newID = random.localID()
    let (account, isNew) = try store.write { transaction in
      let (project, settings) = try openProject(in: transaction)
      guard settings.isPhoneEnabled else { throw ServerError(.operationNotAllowed) }
      let confirmed = try confirm(code, of: info, project: project.id, in: transaction)
      let known = try transaction.account(phone: confirmed.phone, project: project.id)
      if known?.isDisabled == true { throw ServerError(.userDisabled) }
      if known == nil {
        if request.operation == .reauthenticate { throw ServerError(.userNotFound) }
        if settings.isSignUpDisabled { throw ServerError(.adminOnlyOperation) }
      }
      try consume(confirmed, in: transaction)
      let account = try signIn(known, by: confirmed, newID: newID, in: transaction)
      try transaction.insertRefreshToken(hash: token.hash, account: account.id, session: session)
      return (account, known == nil)
    }
    return SignInWithPhoneNumber.Response(
      idToken: try server.issuer.issue(for: account, session: session, project: project, now: now),
      refreshToken: token.text, expiresIn: String(policy.idTokenLifetime), localId: account.localID,
      isNewUser: isNew, phoneNumber: account.phone?.text)
  }

  /// The session that `code` is right for; a wrong one is counted.
  private func confirm(
    _ code: String, of info: SessionInfo, project: Int64, in transaction: Transaction
  ) throws -> PhoneSession {
    guard let session = try transaction.phoneSession(row: info.row, project: project),
      ConstantTime.equal(session.secret, info.secret),
      session.createdAt >= period(ofLast: policy.codeLifetime + policy.expiredCodeMemory).lowerBound
    else { throw ServerError(.invalidSessionInfo) }
    guard period(ofLast: policy.codeLifetime).contains(session.createdAt)
    else { throw ServerError(.sessionExpired) }
    if !session.isFictional {
      try transaction.refuseIfBlocked(session.phone, project: project, call: self)
      guard session.tries < policy.triesPerCode else { throw ServerError(.tooManyAttemptsTryLater) }
    }
    if ConstantTime.equal(session.code, code) { return session }
    if !session.isFictional {
      try transaction.countTry(ofPhoneSession: session.id)
      try transaction.countFailure(of: session.phone, project: project, call: self)
    }
    throw ServerError(.invalidCode)
  }

  private func consume(_ session: PhoneSession, in transaction: Transaction) throws {
    guard !session.isFictional else { return }
    try transaction.delete(phoneSession: session.id)
    try transaction.forgetFailures(phone: session.phone, project: session.project)
  }

  /// The account that the number signs in to, made where there is none.
  private func signIn(
    _ known: Account?, by session: PhoneSession, newID: String, in transaction: Transaction
  ) throws -> Account {
    if let known {
      try transaction.noteSignIn(of: known.id, at: now)
      return known
    }
    var account = Account(localID: newID, project: session.project, phone: session.phone, now: now)
    account.isFictional = session.isFictional
    account.id = try transaction.insert(account)
    return account
  }
}
