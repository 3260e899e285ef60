import IdentityToolkit

/// The ways into an account that are there while nobody has proved its e-mail address.
struct UnverifiedWays: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// Removes what somebody who never proved the address may have left in the account: ways in, sessions, and
  /// links that would lead back. The caller stores the account.
  ///
  /// Where a second factor is asked for, the address alone is not enough to take anything away.
  func remove(from account: inout Account, in transaction: Transaction) throws {
    guard try FirstFactor(call).secondFactorsAsked(of: account, after: "password", in: transaction).isEmpty
    else { return }
    try transaction.deleteActionCodes(account: account.id, includingRecovery: true)
    for identity in account.identities {
      try transaction.unlinkIdentity(provider: identity.provider, from: &account)
    }
    account.password = nil
    account.phone = nil
    account.isFictional = false
    account.hasEmailLink = false
    Sessions(call).endAll(of: &account)
  }
}
