package import AuthClient
package import IdentityToolkit

/// A second factor cannot be enrolled.
package enum EnrollmentProblem: Error, Equatable {
  case enrolledAlready(FactorID, ServerError?, session: SessionKey)
  case tooManyFactors(limit: Int, session: SessionKey)
  /// The session ended meanwhile, as it does when a phone is enrolled: perhaps by an earlier run of this step.
  case sessionEnded(ServerError, PendingStep, session: SessionKey)
}
