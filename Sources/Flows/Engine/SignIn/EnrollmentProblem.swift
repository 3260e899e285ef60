package import AuthClient
package import IdentityToolkit

/// The reason why a second factor cannot be enrolled.
package enum EnrollmentProblem: Error, Equatable {
  case enrolledAlready(FactorID, ServerError?, session: SessionKey)
  case tooManyFactors(limit: Int, session: SessionKey)
  /// The session has ended. The enrollment of a phone ends sessions, and an earlier run of this step may have enrolled
  /// it.
  case sessionEnded(ServerError, PendingStep, session: SessionKey)
}
