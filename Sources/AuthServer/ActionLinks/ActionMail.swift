import Essentials
import IdentityToolkit

/// A link, whom it goes to, and what for.
struct ActionMail: Sendable {
  let requestType: OobRequestType
  let link: ActionLink
  /// The account's address; of a sign-in link, the one that signs in.
  var email: EmailAddress
  var newEmail: EmailAddress?
  var account: Int64?
  /// The one that was added.
  var secondFactor: SecondFactor?

  /// Who reads the mail: of a new address, whoever has that one.
  var recipient: EmailAddress {
    requestType == .verifyAndChangeEmail ? newEmail ?? email : email
  }
}

/// What becomes of a link that is made.
enum Delivery: Sendable {
  case mailed
  /// To the administrator who asked for it.
  case returned
  /// Nowhere: only the work is done, so that its time does not tell whether an address has an account.
  case undone
}
