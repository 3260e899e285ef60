/// Facebook.
public enum FacebookAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.facebook.rawValue

  /// The credential of Facebook's access token.
  public static func credential(withAccessToken accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: id, accessToken: accessToken)
  }
}
