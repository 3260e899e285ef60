package import IdentityToolkit

/// A mailed link cannot be completed here.
package enum LinkProblem: Error, Equatable {
  /// It links or re-authenticates an account that is not signed in here.
  case foreignSession
  /// The link is still good.
  case sentToAnotherAddress(ServerError)
  /// The link was used or has expired.
  case spent(ServerError, SpentLink)
}

/// A link that no longer works, and what is known about the mail that had it.
package struct SpentLink: Equatable, Sendable {
  /// Nil for a mail that the service sends by itself, when an address was changed say.
  package let purpose: EmailPurpose?
  /// The address that was written to, where that is remembered.
  package let email: String?
  package let session: SessionKey
}
