/// What a flow needs before it can go on; whoever called it answers, and calls again.
package enum Need: Equatable, Sendable {
  /// A sign-in that a second factor can follow: not by phone, anonymous or a custom token.
  case suitableSignIn
  case recentSignIn
  case verifiedAddress
}
