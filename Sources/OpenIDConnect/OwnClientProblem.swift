package import IdentityToolkit

/// Why an OAuth client of one's own signs nobody in.
package enum OwnClientProblem: Error, Equatable, Sendable {
  /// The service takes tokens of this provider from its own client alone.
  case serviceOnly(IdentityProvider)
  /// Nobody said where this provider is.
  case issuerMissing(IdentityProvider)
  /// The provider, or what came in its name, is of no use.
  case asked(IdentityProvider, OpenIDError)
}
