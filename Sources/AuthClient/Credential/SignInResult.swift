package import IdentityToolkit

/// How a first factor ends.
package enum SignInResult: Sendable, Equatable {
  case signedIn(User, AdditionalUserInfo)
  /// The account has a second factor: nobody is signed in yet.
  case secondFactorRequired(MultiFactorResolver)
}

/// What a sign-in tells beyond the user.
package struct AdditionalUserInfo: Sendable, Equatable {
  package var isNewUser: Bool
  /// The way in that was used, `phone` say.
  package var providerID: String?
  /// What an identity provider says of the person.
  package var profile: JSONValue?
  /// What an identity provider gave, for calls to it.
  package var credential: OAuthCredential?

  package init(
    isNewUser: Bool, providerID: String?, profile: JSONValue? = nil, credential: OAuthCredential? = nil
  ) {
    self.isNewUser = isNewUser
    self.providerID = providerID
    self.profile = profile
    self.credential = credential
  }
}
