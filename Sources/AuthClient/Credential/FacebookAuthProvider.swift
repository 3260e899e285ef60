import AuthCore

/// Facebook.
public enum FacebookAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.facebook.rawValue

  /// The credential of Facebook's access token.
  public static func credential(withAccessToken accessToken: String) -> OAuthCredential {
    OAuthCredential(core: .init(providerID: id, accessToken: accessToken))
  }
}
