/// X, which the service calls by its old name.
public enum TwitterAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.twitter.rawValue

  /// The credential of X's token and its secret.
  public static func credential(withToken token: String, secret: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: token, secret: secret)
  }
}
