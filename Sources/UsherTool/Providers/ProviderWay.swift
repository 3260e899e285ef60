import AuthClient
import Flows

/// A way to an identity provider's credential: a token in a file, the person's browser by way of the service, an OAuth
/// client of one's own.
protocol ProviderWay {
  /// Gets a credential and has `use` sign in with it; tells a browser that was part of it how that ended.
  func signIn(_ use: (OAuthCredential) throws -> Progress) throws -> Progress
}
