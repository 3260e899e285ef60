/// Google.
public enum GoogleAuthProvider {
  /// The provider's id.
  public static let id = AuthProviderID.google.rawValue

  /// The credential of Google's tokens.
  public static func credential(withIDToken idToken: String, accessToken: String) -> OAuthCredential {
    OAuthCredential(providerID: id, idToken: idToken, accessToken: accessToken)
  }
}
