/// The provider Facebook.
public enum FacebookAuthProvider {
  /// The provider's ID.
  public static let id = AuthProviderID.facebook.rawValue

  /// Creates the credential of an access token of Facebook.
  public static func credential(withAccessToken accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: accessToken)
  }
}

/// The provider GitHub.
public enum GitHubAuthProvider {
  /// The provider's ID.
  public static let id = AuthProviderID.gitHub.rawValue

  /// Creates the credential of an access token of GitHub.
  public static func credential(withToken token: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: token)
  }
}

/// The provider Google.
public enum GoogleAuthProvider {
  /// The provider's ID.
  public static let id = AuthProviderID.google.rawValue

  /// Creates the credential of an ID token and an access token of Google.
  public static func credential(withIDToken idToken: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: id, idToken: idToken, accessToken: accessToken)
  }
}

/// The provider X, which the service still calls Twitter.
public enum TwitterAuthProvider {
  /// The provider's ID.
  public static let id = AuthProviderID.twitter.rawValue

  /// Creates the credential of a token of X and its secret.
  public static func credential(withToken token: String, secret: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: token, secret: secret)
  }
}
