import IdentityToolkit

// Refusals that several operations of second factors share.
extension ServerError {
  static func mfaNotEnabled(_ kind: String) -> ServerError {
    ServerError(.operationNotAllowed, "\(kind) based MFA not enabled.")
  }

  static let missingFactorID = ServerError(
    .missingMFAEnrollmentID, "No second factor identifier is provided.")

  static let phoneBesideSecondFactor = ServerError(
    .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
}

extension Call {
  /// What a client's ID token says, for a call about the account's factors.
  func verifiedForFactors(_ idToken: String?) throws -> IDToken {
    try verified(idToken, missing: policy.serviceAnswers ? .invalidIDToken : .missingIDToken)
  }

  /// Of a request that says nothing of the factor it is about.
  /// - Parameter detail: in the emulator's words.
  func missingFactor(_ detail: String) -> ServerError {
    policy.serviceAnswers ? .unreadableArgument : .badArgument(detail)
  }

  /// Of a factor that the account of a sign-in has not.
  var unknownFactor: ServerError {
    ServerError(policy.serviceAnswers ? .invalidMFAEnrollmentID : .mfaEnrollmentNotFound)
  }
}
