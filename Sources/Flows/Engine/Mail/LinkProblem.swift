package import IdentityToolkit

/// The reason why an e-mail link cannot be completed.
package enum LinkProblem: Error, Equatable {
  /// The link links a provider to, or re-authenticates, an account that is not signed in here.
  case foreignSession
  /// The link is not the one that the goal needs.
  case forSomethingElse
  /// The link was sent to another address, and is still valid.
  case sentToAnotherAddress(ServerError)
  /// The link was used or has expired.
  case spent(ServerError, SpentLink)

  /// Whether the link works with another address.
  var isOfAddress: Bool { if case .sentToAnotherAddress = self { true } else { false } }
}

/// A link that no longer works, with the known facts about its e-mail.
package struct SpentLink: Equatable, Sendable {
  /// The purpose; nil for an e-mail that the service sends without a request, for example after a change of address.
  package let purpose: EmailPurpose?
  /// The address that the e-mail was sent to, if it is known.
  package let email: String?
  package let session: SessionKey
}
