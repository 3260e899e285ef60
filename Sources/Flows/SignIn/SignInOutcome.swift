/// How using a credential ends.
package enum SignInOutcome: Equatable, Sendable {
  case signedIn(SignedIn)
  /// The account has second factors: no session yet.
  case secondFactorRequired(SecondFactorStep)
}
