import Essentials
import IdentityToolkit

extension Call {
  func exchangeToken(_ request: ExchangeToken.Request) throws -> ExchangeToken.Response {
    guard let grant = request.grantType, !grant.isEmpty else { throw ServerError(.missingGrantType) }
    guard grant == "refresh_token" else { throw ServerError(.invalidGrantType) }
    guard let text = request.refreshToken, !text.isEmpty else { throw ServerError(.missingRefreshToken) }
    let token = RefreshToken(text: text)
    let (account, session) = try store.write { transaction in try renew(token, in: transaction) }
    return ExchangeToken.Response(
      idToken: try server.issuer.issue(for: account, session: session, project: project, now: now),
      refreshToken: token.text, expiresIn: String(policy.idTokenLifetime), userId: account.localID,
      projectId: ProjectSettings.number(ofProject: project))
  }

  private func renew(_ token: RefreshToken, in transaction: Transaction) throws -> (Account, AuthSession) {
    guard let (session, row) = try transaction.session(refreshTokenHash: token.hash)
    else { throw ServerError(.invalidRefreshToken) }
    guard let account = try transaction.account(row: row) else { throw ServerError(.userNotFound) }
    guard try findProject(in: transaction).id == account.project
    else { throw ServerError(.projectNumberMismatch) }
    try account.refuseIfDisabled()
    guard session.generation == account.generation, session.signedInAt >= account.validSince ?? .distantPast,
      session.signedInAt <= period(ofLast: 0).upperBound
    else { throw ServerError(.tokenExpired) }
    try transaction.noteRefresh(of: account.id, at: now)
    return (account, session)
  }
}
