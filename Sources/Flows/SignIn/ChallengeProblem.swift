package import AuthClient

/// A second factor cannot be used.
package enum ChallengeProblem: Error, Equatable {
  /// Of a kind that this version does not know.
  case unsupported(EnrolledFactor)
  /// A phone that was sent no code.
  case notChallenged(EnrolledFactor, SecondFactorStep)
}
