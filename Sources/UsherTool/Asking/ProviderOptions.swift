import AuthClient
import IdentityToolkit

/// How to sign in at an identity provider.
struct ProviderOptions {
  var request = AuthorizationRequest()
  /// The provider's tokens, if they are at hand.
  var tokens = TokenFiles()
  /// Who signs in, as a local server is told.
  var identity: String?
  /// Whether the person signs in on another machine.
  var onAnotherMachine = false
  var showsTokens = false
}
