import IdentityToolkit

// These checks come before every action on behalf of an account.

extension Transaction {
  /// Returns the account of a verified token, if it exists, its session is active, and it is not disabled.
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
