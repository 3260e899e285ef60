package import AuthCore

/// A second factor cannot be used.
package enum ChallengeProblem: Error, Equatable {
  /// Of a kind that this version does not know.
  case unsupported(MultiFactorInfo)
  /// A phone that was sent no code.
  case notChallenged(MultiFactorInfo, SecondFactorStep)
}
