package import AuthClient

/// The reason why a second factor cannot be used.
package enum ChallengeProblem: Error, Equatable {
  /// This version does not know the kind of factor.
  case unsupported(EnrolledFactor)
  /// No code was sent to the phone.
  case notChallenged(EnrolledFactor, SecondFactorStep)
}
