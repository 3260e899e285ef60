/// GitHub.
public enum GitHubAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.gitHub.rawValue

  /// The credential of GitHub's access token.
  public static func credential(withToken token: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: token)
  }
}
