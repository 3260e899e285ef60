import IdentityToolkit

/// The sign-in methods of an account whose e-mail address is not verified yet.
struct UnverifiedMethods: Sendable {
  let call: Call

  /// Removes everything that a person may have left in the account without verifying the address.
  ///
  /// This includes sign-in methods, sessions, and links that would undo changes. The caller stores the account. If a
  /// second factor is required, the address alone is not enough to remove anything.
  func remove(
    from account: inout Account, _ settings: ProjectSettings, in transaction: Transaction
  ) throws {
    guard FirstFactor.secondFactorsAsked(of: account, after: "password", settings).isEmpty else { return }
    try transaction.deleteActionCodes(account: account.id, includingRecovery: true)
    for identity in account.identities {
      try transaction.unlinkIdentity(provider: identity.provider, from: &account)
    }
    account.removePassword()
    account.phone = nil
    account.isFictional = false
    account.hasEmailLink = false
    Sessions(call: call).endAll(of: &account)
  }
}
