import IdentityToolkit

// What has to be true of an account before anybody acts for it.

extension Transaction {
  /// The account of a verified token, if it still exists, its session goes on, and it is not disabled.
  func account(of token: IDToken, project: Int64) throws -> Account {
    guard let account = try account(localID: token.localID, project: project)
    else { throw ServerError(.userNotFound) }
    guard token.counts(for: account) else { throw ServerError(.tokenExpired) }
    try account.refuseIfDisabled()
    return account
  }
}

extension Account {
  func refuseIfDisabled() throws(ServerError) {
    if isDisabled { throw ServerError(.userDisabled) }
  }
}
