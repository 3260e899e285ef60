import Essentials

/// The domain and the keys of Apple's `NSError`s, as `AuthErrors` of Firebase's Apple SDK has them.
///
/// `error as NSError` has them, too, in a program that imports Foundation. ``AuthError`` has the same values as properties.
public enum AuthErrors {
  /// The domain of the errors.
  public static let domain = "FIRAuthErrorDomain"
  /// The key of the code's name, for example `ERROR_INVALID_VERIFICATION_CODE`.
  public static let userInfoNameKey = "FIRAuthErrorUserInfoNameKey"
  /// The key of ``AuthError/email``.
  public static let userInfoEmailKey = "FIRAuthErrorUserInfoEmailKey"
  /// The key of ``AuthError/updatedCredential``.
  public static let userInfoUpdatedCredentialKey = "FIRAuthErrorUserInfoUpdatedCredentialKey"
  /// The key of ``AuthError/multiFactorResolver``.
  public static let userInfoMultiFactorResolverKey = "FIRAuthErrorUserInfoMultiFactorResolverKey"
}

extension AuthErrorCode {
  /// The name in the user info of Apple's errors (`errorCodeString` in its `AuthErrors.swift`).
  ///
  /// Most are the JavaScript SDK's in capitals.
  var appleName: String {
    switch self {
    case .unauthorizedDomain: "ERROR_UNAUTHORIZED_DOMAIN"
    case .sessionExpired: "ERROR_SESSION_EXPIRED"
    case .missingAppCredential: "MISSING_APP_CREDENTIAL"
    case .invalidAppCredential: "INVALID_APP_CREDENTIAL"
    case .invalidClientID: "ERROR_INVALID_CLIENT_ID"
    case .appVerificationUserInteractionFailure: "ERROR_APP_VERIFICATION_FAILED"
    case .nullUser: "ERROR_NULL_USER"
    case .secondFactorRequired: "ERROR_SECOND_FACTOR_REQUIRED"
    case .secondFactorAlreadyEnrolled: "ERROR_SECOND_FACTOR_ALREADY_ENROLLED"
    case .blockingCloudFunctionError: "ERROR_BLOCKING_CLOUD_FUNCTION_RETURNED_ERROR"
    default: "ERROR_" + word.asciiUppercased().replacing("-", with: "_")
    }
  }
}
