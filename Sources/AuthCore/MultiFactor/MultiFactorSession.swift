/// What a second factor is being shown for.
package enum MultiFactorSession: Sendable, Equatable {
  /// It is to become one of the account's; holds the account's ID token.
  case enrollment(idToken: String)
  /// It ends a sign-in; holds the proof of the first factor.
  case signIn(pendingCredential: String)
}
