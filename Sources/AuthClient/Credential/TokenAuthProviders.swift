/// Facebook.
public enum FacebookAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.facebook.rawValue

  /// The credential of Facebook's access token.
  public static func credential(withAccessToken accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: accessToken)
  }
}

/// GitHub.
public enum GitHubAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.gitHub.rawValue

  /// The credential of GitHub's access token.
  public static func credential(withToken token: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: token)
  }
}

/// Google.
public enum GoogleAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.google.rawValue

  /// The credential of Google's tokens.
  public static func credential(withIDToken idToken: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: id, idToken: idToken, accessToken: accessToken)
  }
}

/// X, which the service calls by its old name.
public enum TwitterAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.twitter.rawValue

  /// The credential of X's token and its secret.
  public static func credential(withToken token: String, secret: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: token, secret: secret)
  }
}
