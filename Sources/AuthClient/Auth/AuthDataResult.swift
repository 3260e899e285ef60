/// The result of a sign-in, a link or a re-authentication.
public struct AuthDataResult: Sendable {
  /// The signed-in user, the same object as ``Auth/currentUser``.
  public let user: User
  /// Information from the sign-in in addition to the user.
  public let additionalUserInfo: AdditionalUserInfo
  /// The credential from the identity provider, for calls to the provider and for linking.
  public var credential: OAuthCredential? { additionalUserInfo.credential }
}
