private import Essentials
package import IdentityToolkit

/// A failure by the name that Firebase's JavaScript SDK gives it, `auth/invalid-verification-code`.
package struct AuthErrorName: RawRepresentable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The name for a server's code; a code nobody knows gives its own name in the SDK's spelling.
  package init(_ code: ServerErrorCode) {
    let name =
      Self.renamed[code] ?? code.rawValue.asciiLowercased().map { $0 == "_" ? "-" : String($0) }.joined()
    self.init(rawValue: "auth/" + name)
  }

  package static let networkRequestFailed = AuthErrorName(rawValue: "auth/network-request-failed")
  package static let internalError = AuthErrorName(rawValue: "auth/internal-error")
  package static let argumentError = AuthErrorName(rawValue: "auth/argument-error")
  package static let missingPhoneNumber = AuthErrorName(rawValue: "auth/missing-phone-number")
  package static let invalidPhoneNumber = AuthErrorName(rawValue: "auth/invalid-phone-number")
  package static let missingVerificationCode = AuthErrorName(
    rawValue: "auth/missing-verification-code")
  package static let missingVerificationID = AuthErrorName(rawValue: "auth/missing-verification-id")
  package static let tooManyRequests = AuthErrorName(rawValue: "auth/too-many-requests")
  package static let noCurrentUser = AuthErrorName(rawValue: "auth/no-current-user")
  package static let userMismatch = AuthErrorName(rawValue: "auth/user-mismatch")
  package static let credentialAlreadyInUse = AuthErrorName(
    rawValue: "auth/credential-already-in-use")
  package static let accountExistsWithDifferentCredential = AuthErrorName(
    rawValue: "auth/account-exists-with-different-credential")
  package static let providerAlreadyLinked = AuthErrorName(rawValue: "auth/provider-already-linked")
  package static let noSuchProvider = AuthErrorName(rawValue: "auth/no-such-provider")
  package static let missingEmail = AuthErrorName(rawValue: "auth/missing-email")
  package static let missingPassword = AuthErrorName(rawValue: "auth/missing-password")
  package static let invalidUserToken = AuthErrorName(rawValue: "auth/invalid-user-token")
  package static let userTokenExpired = AuthErrorName(rawValue: "auth/user-token-expired")

  /// The SDK's names that are not the server's in another spelling.
  private static let renamed: [ServerErrorCode: String] = [
    .adminOnlyOperation: "admin-restricted-operation",
    .apiKeyInvalid: "invalid-api-key",
    .appNotAuthorized: "app-not-authorized",
    .blockingFunctionErrorResponse: "internal-error",
    .credentialMismatch: "custom-token-mismatch",
    .credentialTooOldLoginAgain: "requires-recent-login",
    .emailExists: "email-already-in-use",
    .emailNotFound: "user-not-found",
    .expiredOOBCode: "expired-action-code",
    .federatedUserIDAlreadyLinked: "credential-already-in-use",
    .invalidCode: "invalid-verification-code",
    .invalidIDPResponse: "invalid-credential",
    .invalidIDToken: "invalid-user-token",
    .invalidIdentifier: "invalid-email",
    .invalidLoginCredentials: "invalid-credential",
    .invalidMFAPendingCredential: "invalid-multi-factor-session",
    .invalidOOBCode: "invalid-action-code",
    .invalidPassword: "wrong-password",
    .invalidPendingToken: "invalid-credential",
    .invalidSessionInfo: "invalid-verification-id",
    .invalidTemporaryProof: "invalid-credential",
    .mfaEnrollmentNotFound: "multi-factor-info-not-found",
    .missingAndroidPackageName: "missing-android-pkg-name",
    .missingContinueURI: "internal-error",
    .missingCustomToken: "internal-error",
    .missingMFAEnrollmentID: "missing-multi-factor-info",
    .missingMFAPendingCredential: "missing-multi-factor-session",
    .missingOOBCode: "internal-error",
    .missingReqType: "internal-error",
    .missingSessionInfo: "missing-verification-id",
    .passwordLoginDisabled: "operation-not-allowed",
    .resetPasswordExceedLimit: "too-many-requests",
    .secondFactorExists: "second-factor-already-in-use",
    .secondFactorLimitExceeded: "maximum-second-factor-count-exceeded",
    .sessionExpired: "code-expired",
    .tokenExpired: "user-token-expired",
    .tooManyAttemptsTryLater: "too-many-requests",
    .unauthorizedDomain: "unauthorized-continue-uri",
  ]
}
