import IdentityToolkit

/// The rules for changing the e-mail addresses of accounts.
struct EmailAddresses: Sendable {
  let call: Call

  /// Throws if another account has the address.
  func refuseTaken(
    _ email: EmailAddress, by account: Account?, project: Int64, in transaction: Transaction
  ) throws {
    if let owner = try transaction.account(email: email, project: project), owner.id != account?.id {
      throw ServerError(.emailExists)
    }
  }

  /// Gives `account` a new address, and mails a link that undoes this to the old one.
  ///
  /// No other account may have the new address.
  ///
  /// Links mailed earlier about the old address remain, but have no effect while the account has another address. The
  /// caller stores the account.
  /// - Parameters:
  ///   - isBySignInLink: Whether a sign-in link for the new address changes it.
  ///   - wayBack: The link, or nil if no mail is sent.
  func change(
    of account: inout Account, to email: EmailAddress, isVerified: Bool, isBySignInLink: Bool = false,
    wayBack: ActionLink?, in transaction: Transaction
  ) throws {
    let old = account.email
    account.email = email
    account.isEmailVerified = isVerified
    guard let old, !account.isAnonymous else { return }
    if !isBySignInLink { account.initialEmail = account.initialEmail ?? old }
    guard let wayBack else { return }
    let mail = ActionMail(
      requestType: .recoverEmail, link: wayBack, email: old, newEmail: email, account: account.id)
    try ActionLinks(call: call).send(mail, project: account.project, in: transaction)
  }
}

extension ServerError {
  /// With enumeration protection, only a link mailed to the new address can change the address.
  static let unverifiedChange = ServerError(
    .operationNotAllowed, "Please verify the new email before changing email.")
}
