import Essentials
import IdentityToolkit

/// The e-mail addresses of accounts.
struct EmailAddresses: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
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
  /// Links that were mailed about the old address stay, and change nothing while the account has another. The
  /// caller stores the account.
  func change(
    of account: inout Account, to email: EmailAddress, isVerified: Bool, wayBack: ActionLink,
    in transaction: Transaction
  ) throws {
    let old = account.email
    account.email = email
    account.isEmailVerified = isVerified
    guard let old, !account.isAnonymous else { return }
    account.initialEmail = account.initialEmail ?? old
    let mail = ActionMail(
      requestType: .recoverEmail, link: wayBack, email: old, newEmail: email, account: account.id)
    try ActionLinks(call).send(mail, project: account.project, in: transaction)
  }
}

extension ServerError {
  /// With enumeration protection, an address is only changed by the link that was mailed to the new one.
  static let unverifiedChange = ServerError(
    .operationNotAllowed, "Please verify the new email before changing email.")
}
