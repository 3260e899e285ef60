import Essentials
import IdentityToolkit

/// The operation that returns a new ID token for a refresh token.
struct ExchangeTokenOperation: Operation {
  let call: Call

  func answer(_ request: ExchangeToken.Request) throws -> ExchangeToken.Response {
    guard let grant = request.grantType, !grant.isEmpty else { throw ServerError(.missingGrantType) }
    guard grant == "refresh_token" else { throw ServerError(.invalidGrantType) }
    guard let text = request.refreshToken, !text.isEmpty else { throw ServerError(.missingRefreshToken) }
    let token = RefreshToken(text: text)
    let (account, session, tenant) = try call.store.write { transaction in
      let call = try call.inTenant(of: token, in: transaction)
      let (account, session) = try ExchangeTokenOperation(call: call).renew(token, in: transaction)
      return (account, session, call.tenant)
    }
    return ExchangeToken.Response(
      idToken: try call.issuer.issue(
        for: account, session: session, project: call.project, tenant: tenant, now: call.now),
      refreshToken: token.text, expiresIn: String(call.policy.idTokenLifetime), userId: account.localID,
      projectId: ProjectNumber(of: call.project, under: call.policy).text)
  }

  private func renew(_ token: RefreshToken, in transaction: Transaction) throws -> (Account, AuthSession) {
    guard let (found, row) = try transaction.session(refreshTokenHash: token.hash)
    else { throw ServerError(.invalidRefreshToken) }
    var session = found
    let project = try call.findProject(in: transaction).id
    guard var account = try transaction.account(row: row) else {
      // Another account may have this uid by now, with other sessions.
      let name = try transaction.formerName(ofAccount: row)
      let isNamedAgain =
        try name.map { try transaction.account(localID: $0, project: project) != nil } ?? false
      guard call.dialect.tellsDeletedUsers else { throw ServerError(.invalidRefreshToken) }
      throw ServerError(isNamedAgain ? .tokenExpired : .userNotFound)
    }
    guard project == account.project
    else { throw ServerError(.projectNumberMismatch) }
    try account.refuseIfDisabled()
    guard goesOn(session, of: account) else { throw ServerError(.tokenExpired) }
    if try Sessions(call: call).bringBack(&session, of: &account, in: transaction) {
      try transaction.setSignIn(session.signedInAt, refreshTokenHash: token.hash)
    }
    try transaction.noteRefresh(of: account.id, at: call.now)
    try call.issuer.readKey(in: transaction)
    return (account, session)
  }

  private func goesOn(_ session: AuthSession, of account: Account) -> Bool {
    let validSince = account.validSince ?? .distantPast
    guard call.policy.sessionsEndAtOnce else { return session.signedInAt.seconds >= validSince.seconds }
    return session.generation == account.generation && session.signedInAt >= validSince
  }
}

extension Call {
  /// Returns the call for the tenant of `token`'s session, because the request does not name a tenant.
  fileprivate func inTenant(of token: RefreshToken, in transaction: Transaction) throws -> Call {
    guard tenant == nil, let name = try transaction.projectName(ofRefreshToken: token.hash),
      name.project == project
    else { return self }
    var call = self
    call.tenant = name.tenant
    return call
  }
}
