import IdentityToolkit

// Refusals that several operations of second factors share.
extension ServerError {
  static func mfaNotEnabled(_ kind: String) -> ServerError {
    ServerError(.operationNotAllowed, "\(kind) based MFA not enabled.")
  }

  static let missingFactorID = ServerError(
    .missingMFAEnrollmentID, "No second factor identifier is provided.")

  /// A request that says nothing of the factor it is about.
  static func missingFactor(_ name: String) -> ServerError {
    ServerError.badArgument("((Missing \(name).))")
  }

  static let phoneBesideSecondFactor = ServerError(
    .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
}
