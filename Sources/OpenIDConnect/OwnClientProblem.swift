package import IdentityToolkit

/// A reason why your own OAuth client cannot sign in.
package enum OwnClientProblem: Error, Equatable, Sendable {
  /// The service accepts this provider's tokens only from its own client.
  case serviceOnly(IdentityProvider)
  /// The issuer of this provider is not known.
  case issuerMissing(IdentityProvider)
  /// An error of the provider, or in an answer in its name.
  case asked(IdentityProvider, OpenIDError)
}
