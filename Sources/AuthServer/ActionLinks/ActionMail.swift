import IdentityToolkit

/// A link with its recipient and purpose.
struct ActionMail: Sendable {
  let requestType: OobRequestType
  let link: ActionLink
  /// The account's address.
  ///
  /// For a sign-in link, the address that signs in.
  var email: EmailAddress
  var newEmail: EmailAddress?
  var account: Int64?
  /// The second factor that was added.
  var secondFactor: SecondFactor?

  /// The recipient of the mail.
  ///
  /// A change of address goes to the new address.
  var recipient: EmailAddress {
    requestType == .verifyAndChangeEmail ? newEmail ?? email : email
  }
}

/// The ways to deliver a link.
enum Delivery: Sendable {
  case mailed
  /// Returned to the administrator who asked for it.
  case returned
  /// Not delivered.
  ///
  /// The server only does the work, so its time does not reveal if an address has an account.
  case undone
}
