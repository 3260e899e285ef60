import AuthCore

/// What an identity provider gave: its tokens, or an answer that the service exchanges for them. Secrets.
public struct OAuthCredential: CoreCredential, Equatable {
  let core: AuthCore.OAuthCredential

  init(core: AuthCore.OAuthCredential) {
    self.core = core
  }

  public var provider: String { core.providerID }
  /// The provider's ID token.
  public var idToken: String? { core.idToken }
  /// The provider's access token, for calls to its own API.
  public var accessToken: String? { core.accessToken }
  /// The token secret of OAuth 1.0a, X's for example.
  public var secret: String? { core.tokenSecret }

  var coreCredential: AuthCore.AuthCredential { .oauth(core) }
}

/// Without what is secret in it, also where it is dumped.
extension OAuthCredential: CustomStringConvertible, CustomReflectable {
  public var description: String { "a credential of \(provider)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
