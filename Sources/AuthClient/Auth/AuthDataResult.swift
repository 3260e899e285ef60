/// What a sign-in, a link or a re-authentication gives.
public struct AuthDataResult: Sendable {
  /// The user who is signed in now: the one that ``Auth/currentUser`` is.
  public let user: User
  /// What the sign-in tells beyond the user.
  public let additionalUserInfo: AdditionalUserInfo
  /// What an identity provider gave, for calls to it and for linking.
  public var credential: OAuthCredential? { additionalUserInfo.credential }
}
