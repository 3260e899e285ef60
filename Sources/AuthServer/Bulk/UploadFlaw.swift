import IdentityToolkit

/// The reason why an account of an upload is not stored, in the words of Google's service if known.
struct UploadFlaw: Error, Equatable, Sendable {
  var message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ refusal: ServerError) {
    message =
      switch refusal.code {
      case .invalidClaims: "Invalid custom claims provided."
      case .claimsTooLarge: "Custom claims provided are too large."
      case .forbiddenClaim: "Custom claims provided include a reserved claim."
      case .missingProviderID, .missingRawID, .missingIdentifier:
        "federatedId or (providerId & rawId) is required"
      case .duplicateMFAEnrollmentID: "Enrollment id already exists."
      case .invalidMFAPhoneNumber, .invalidPhoneNumber: "Phone number format is invalid"
      case .unsupportedSecondFactor: "Second factor not supported."
      default: refusal.detail.map { "\(refusal.code.rawValue) : \($0)" } ?? refusal.code.rawValue
      }
  }
}
