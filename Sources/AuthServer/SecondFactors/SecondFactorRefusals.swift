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
    try verified(
      idToken, missing: policy.dialect.callsMissingTokenInvalid ? .invalidIDToken : .missingIDToken)
  }

  /// Throws for a request about both kinds of factors, as the service does.
  ///
  /// - Parameters:
  ///   - choice: The service's name for the value that has two kinds.
  ///   - name: The name of the second kind's value.
  func refuseBothKinds(
    _ phone: (some Any)?, _ app: (some Any)?, of choice: String, _ name: String
  ) throws(ServerError) {
    guard policy.dialect.refusesBothKinds, phone != nil, app != nil else { return }
    throw .alreadySet(choice, besides: name)
  }

  /// Returns the error for a request that does not say which factor it is about.
  ///
  /// - Parameter detail: The text in the emulator's words.
  func missingFactor(_ detail: String) -> ServerError {
    policy.dialect.callsMissingPartsUnreadable ? .unreadableArgument : .badArgument(detail)
  }

  /// Returns the error for a code that lacks a part, which the emulator calls by its name.
  func missingPart(_ code: ServerErrorCode) -> ServerError {
    policy.dialect.callsMissingPartsUnreadable ? .unreadableArgument : ServerError(code)
  }

  /// The error for a code of a factor that the account does not have.
  var unknownFactor: ServerError {
    ServerError(policy.dialect.callsUnknownFactorInvalid ? .invalidMFAEnrollmentID : .mfaEnrollmentNotFound)
  }
}
