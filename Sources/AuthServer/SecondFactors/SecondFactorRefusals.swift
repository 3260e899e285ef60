import IdentityToolkit

// Several operations for second factors share these errors.
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
  /// Verifies a client's ID token for a call about the account's factors.
  func verifiedForFactors(_ idToken: String?) throws -> IDToken {
    try verified(idToken, missing: policy.serviceAnswers ? .invalidIDToken : .missingIDToken)
  }

  /// Returns the error for a request that does not say which factor it is about.
  ///
  /// - Parameter detail: The text in the emulator's words.
  func missingFactor(_ detail: String) -> ServerError {
    policy.serviceAnswers ? .unreadableArgument : .badArgument(detail)
  }

  /// The error for a factor that the account does not have.
  var unknownFactor: ServerError {
    ServerError(policy.serviceAnswers ? .invalidMFAEnrollmentID : .mfaEnrollmentNotFound)
  }
}
