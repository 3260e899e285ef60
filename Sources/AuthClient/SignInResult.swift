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

  package init(isNewUser: Bool, providerID: String?) {
    self.isNewUser = isNewUser
    self.providerID = providerID
  }
}
