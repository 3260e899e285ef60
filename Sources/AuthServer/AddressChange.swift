import Essentials
import IdentityToolkit

extension Call {
  /// The address that a client gave, in its canonical spelling.
  func emailAddress(
    _ text: String?, missing: ServerErrorCode = .missingEmail, invalid: ServerErrorCode = .invalidEmail
  ) throws(ServerError) -> EmailAddress {
    guard let text, !text.isEmpty else { throw ServerError(missing) }
    guard let email = try? EmailAddress(text) else { throw ServerError(invalid) }
    return email
  }

  /// Refuses an address that another account has.
  func refuseTaken(
    _ email: EmailAddress, by account: Account?, project: Int64, in transaction: Transaction
  ) throws {
    if let owner = try transaction.account(email: email, project: project), owner.id != account?.id {
      throw ServerError(.emailExists)
    }
  }

  /// Gives `account` a new address, which nobody else has, and mails the way back to the old one.
  ///
  /// Links that were mailed about the old address are over, except earlier ways back: whoever got into the
  /// account could end those too. The caller stores the account.
  func changeAddress(
    of account: inout Account, to email: EmailAddress, isVerified: Bool, wayBack: ActionLink,
    in transaction: Transaction
  ) throws {
    try transaction.deleteActionCodes(account: account.id)
    let old = account.email
    account.email = email
    account.isEmailVerified = isVerified
    guard let old, !account.isAnonymous else { return }
    account.initialEmail = account.initialEmail ?? old
    let mail = ActionMail(
      requestType: .recoverEmail, link: wayBack, email: old, newEmail: email, account: account.id)
    try send(mail, project: account.project, in: transaction)
  }

  /// Removes what somebody who never proved the address may have left in the account: ways in, sessions, and
  /// links that would lead back. The caller stores the account.
  ///
  /// Where a second factor is asked for, the address alone is not enough to take anything away.
  func removeUnverifiedWays(of account: inout Account, in transaction: Transaction) throws {
    guard try secondFactorsAsked(of: account, after: "password", in: transaction).isEmpty else { return }
    try transaction.deleteActionCodes(account: account.id, includingRecovery: true)
    for identity in account.identities {
      try transaction.unlink(provider: identity.provider, from: &account)
    }
    account.password = nil
    account.phone = nil
    account.isFictional = false
    account.hasEmailLink = false
    endSessions(of: &account)
  }
}
