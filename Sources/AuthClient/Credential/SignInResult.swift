/// How a first factor ends.
package enum SignInResult: Equatable, Sendable {
  case signedIn(UserRecord, AdditionalUserInfo)
  /// The account has a second factor: not signed in yet.
  case secondFactorRequired(ResolverRecord)
}
