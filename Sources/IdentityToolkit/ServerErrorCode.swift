/// The code of an error in answers.
///
/// Unknown codes are kept.
package struct ServerErrorCode: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Whether this looks like a code, and not like a sentence or a number.
  package var isWellFormed: Bool {
    (4...128).contains(rawValue.utf8.count) && rawValue.utf8.first.map { (0x41...0x5A).contains($0) } == true
      && rawValue.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}

/// Codes that Apple's SDK knows.
extension ServerErrorCode {
  package static let adminOnlyOperation = ServerErrorCode(rawValue: "ADMIN_ONLY_OPERATION")
  package static let appNotVerified = ServerErrorCode(rawValue: "APP_NOT_VERIFIED")
  package static let blockingFunctionErrorResponse = ServerErrorCode(
    rawValue: "BLOCKING_FUNCTION_ERROR_RESPONSE")
  package static let captchaCheckFailed = ServerErrorCode(rawValue: "CAPTCHA_CHECK_FAILED")
  package static let credentialMismatch = ServerErrorCode(rawValue: "CREDENTIAL_MISMATCH")
  package static let credentialTooOldLoginAgain = ServerErrorCode(rawValue: "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
  package static let emailChangeNeedsVerification = ServerErrorCode(
    rawValue: "EMAIL_CHANGE_NEEDS_VERIFICATION")
  package static let emailExists = ServerErrorCode(rawValue: "EMAIL_EXISTS")
  package static let emailNotFound = ServerErrorCode(rawValue: "EMAIL_NOT_FOUND")
  package static let expiredOOBCode = ServerErrorCode(rawValue: "EXPIRED_OOB_CODE")
  package static let federatedUserIDAlreadyLinked = ServerErrorCode(
    rawValue: "FEDERATED_USER_ID_ALREADY_LINKED")
  package static let invalidAppCredential = ServerErrorCode(rawValue: "INVALID_APP_CREDENTIAL")
  package static let invalidCode = ServerErrorCode(rawValue: "INVALID_CODE")
  package static let invalidContinueURI = ServerErrorCode(rawValue: "INVALID_CONTINUE_URI")
  package static let invalidCustomToken = ServerErrorCode(rawValue: "INVALID_CUSTOM_TOKEN")
  package static let invalidEmail = ServerErrorCode(rawValue: "INVALID_EMAIL")
  package static let invalidHostingLinkDomain = ServerErrorCode(rawValue: "INVALID_HOSTING_LINK_DOMAIN")
  package static let invalidIdentifier = ServerErrorCode(rawValue: "INVALID_IDENTIFIER")
  package static let invalidIDPResponse = ServerErrorCode(rawValue: "INVALID_IDP_RESPONSE")
  package static let invalidIDToken = ServerErrorCode(rawValue: "INVALID_ID_TOKEN")
  package static let invalidLoginCredentials = ServerErrorCode(rawValue: "INVALID_LOGIN_CREDENTIALS")
  package static let invalidMessagePayload = ServerErrorCode(rawValue: "INVALID_MESSAGE_PAYLOAD")
  package static let invalidMFAPendingCredential = ServerErrorCode(rawValue: "INVALID_MFA_PENDING_CREDENTIAL")
  package static let invalidOOBCode = ServerErrorCode(rawValue: "INVALID_OOB_CODE")
  package static let invalidPassword = ServerErrorCode(rawValue: "INVALID_PASSWORD")
  package static let invalidPendingToken = ServerErrorCode(rawValue: "INVALID_PENDING_TOKEN")
  package static let invalidPhoneNumber = ServerErrorCode(rawValue: "INVALID_PHONE_NUMBER")
  package static let invalidProviderID = ServerErrorCode(rawValue: "INVALID_PROVIDER_ID")
  package static let invalidRecipientEmail = ServerErrorCode(rawValue: "INVALID_RECIPIENT_EMAIL")
  package static let invalidSender = ServerErrorCode(rawValue: "INVALID_SENDER")
  package static let invalidSessionInfo = ServerErrorCode(rawValue: "INVALID_SESSION_INFO")
  package static let mfaEnrollmentNotFound = ServerErrorCode(rawValue: "MFA_ENROLLMENT_NOT_FOUND")
  package static let missingAndroidPackageName = ServerErrorCode(rawValue: "MISSING_ANDROID_PACKAGE_NAME")
  package static let missingAppCredential = ServerErrorCode(rawValue: "MISSING_APP_CREDENTIAL")
  package static let missingClientIdentifier = ServerErrorCode(rawValue: "MISSING_CLIENT_IDENTIFIER")
  package static let missingContinueURI = ServerErrorCode(rawValue: "MISSING_CONTINUE_URI")
  package static let missingEmail = ServerErrorCode(rawValue: "MISSING_EMAIL")
  package static let missingIOSAppToken = ServerErrorCode(rawValue: "MISSING_IOS_APP_TOKEN")
  package static let missingIOSBundleID = ServerErrorCode(rawValue: "MISSING_IOS_BUNDLE_ID")
  package static let missingMFAEnrollmentID = ServerErrorCode(rawValue: "MISSING_MFA_ENROLLMENT_ID")
  package static let missingMFAPendingCredential = ServerErrorCode(rawValue: "MISSING_MFA_PENDING_CREDENTIAL")
  package static let missingOrInvalidNonce = ServerErrorCode(rawValue: "MISSING_OR_INVALID_NONCE")
  package static let operationNotAllowed = ServerErrorCode(rawValue: "OPERATION_NOT_ALLOWED")
  package static let passwordDoesNotMeetRequirements = ServerErrorCode(
    rawValue: "PASSWORD_DOES_NOT_MEET_REQUIREMENTS")
  package static let passwordLoginDisabled = ServerErrorCode(rawValue: "PASSWORD_LOGIN_DISABLED")
  package static let quotaExceeded = ServerErrorCode(rawValue: "QUOTA_EXCEEDED")
  package static let secondFactorExists = ServerErrorCode(rawValue: "SECOND_FACTOR_EXISTS")
  package static let secondFactorLimitExceeded = ServerErrorCode(rawValue: "SECOND_FACTOR_LIMIT_EXCEEDED")
  package static let sessionExpired = ServerErrorCode(rawValue: "SESSION_EXPIRED")
  package static let tenantIDMismatch = ServerErrorCode(rawValue: "TENANT_ID_MISMATCH")
  package static let tokenExpired = ServerErrorCode(rawValue: "TOKEN_EXPIRED")
  package static let tooManyAttemptsTryLater = ServerErrorCode(rawValue: "TOO_MANY_ATTEMPTS_TRY_LATER")
  package static let unauthorizedDomain = ServerErrorCode(rawValue: "UNAUTHORIZED_DOMAIN")
  package static let unsupportedFirstFactor = ServerErrorCode(rawValue: "UNSUPPORTED_FIRST_FACTOR")
  package static let unsupportedTenantOperation = ServerErrorCode(rawValue: "UNSUPPORTED_TENANT_OPERATION")
  package static let unverifiedEmail = ServerErrorCode(rawValue: "UNVERIFIED_EMAIL")
  package static let userDisabled = ServerErrorCode(rawValue: "USER_DISABLED")
  package static let userNotFound = ServerErrorCode(rawValue: "USER_NOT_FOUND")
  package static let weakPassword = ServerErrorCode(rawValue: "WEAK_PASSWORD")
}

/// Codes that the service sends and Apple's SDK does not know.
extension ServerErrorCode {
  package static let missingPassword = ServerErrorCode(rawValue: "MISSING_PASSWORD")
  package static let missingCode = ServerErrorCode(rawValue: "MISSING_CODE")
  package static let missingSessionInfo = ServerErrorCode(rawValue: "MISSING_SESSION_INFO")
  package static let missingOOBCode = ServerErrorCode(rawValue: "MISSING_OOB_CODE")
  package static let missingReqType = ServerErrorCode(rawValue: "MISSING_REQ_TYPE")
  package static let missingCustomToken = ServerErrorCode(rawValue: "MISSING_CUSTOM_TOKEN")
  package static let invalidReqType = ServerErrorCode(rawValue: "INVALID_REQ_TYPE")
  package static let invalidTemporaryProof = ServerErrorCode(rawValue: "INVALID_TEMPORARY_PROOF")
  package static let phoneNumberExists = ServerErrorCode(rawValue: "PHONE_NUMBER_EXISTS")
  package static let invalidRefreshToken = ServerErrorCode(rawValue: "INVALID_REFRESH_TOKEN")
  package static let missingRefreshToken = ServerErrorCode(rawValue: "MISSING_REFRESH_TOKEN")
  package static let invalidGrantType = ServerErrorCode(rawValue: "INVALID_GRANT_TYPE")
  package static let projectNumberMismatch = ServerErrorCode(rawValue: "PROJECT_NUMBER_MISMATCH")
  package static let missingIDToken = ServerErrorCode(rawValue: "MISSING_ID_TOKEN")
  package static let missingCredential = ServerErrorCode(rawValue: "MISSING_CREDENTIAL")
  package static let invalidMFAEnrollmentID = ServerErrorCode(rawValue: "INVALID_MFA_ENROLLMENT_ID")
  package static let invalidMFAPhoneNumber = ServerErrorCode(rawValue: "INVALID_MFA_PHONE_NUMBER")
  package static let duplicateMFAEnrollmentID = ServerErrorCode(rawValue: "DUPLICATE_MFA_ENROLLMENT_ID")
  package static let unsupportedSecondFactor = ServerErrorCode(rawValue: "UNSUPPORTED_SECOND_FACTOR")
  package static let totpChallengeTimeout = ServerErrorCode(rawValue: "TOTP_CHALLENGE_TIMEOUT")
  package static let invalidAdjacentIntervalRange = ServerErrorCode(
    rawValue: "INVALID_ADJACENT_INTERVAL_RANGE")
  package static let tooManyEnrollmentAttempts = ServerErrorCode(rawValue: "TOO_MANY_ENROLLMENT_ATTEMPTS")
  package static let mfaEnrollmentAlreadyComplete = ServerErrorCode(
    rawValue: "MFA_ENROLLMENT_ALREADY_COMPLETE")
  package static let missingDisplayName = ServerErrorCode(rawValue: "MISSING_DISPLAY_NAME")
  package static let resetPasswordExceedLimit = ServerErrorCode(rawValue: "RESET_PASSWORD_EXCEED_LIMIT")
  package static let projectDisabled = ServerErrorCode(rawValue: "PROJECT_DISABLED")
  package static let billingNotEnabled = ServerErrorCode(rawValue: "BILLING_NOT_ENABLED")
  package static let invalidProjectID = ServerErrorCode(rawValue: "INVALID_PROJECT_ID")
  package static let configurationNotFound = ServerErrorCode(rawValue: "CONFIGURATION_NOT_FOUND")
  package static let insufficientPermission = ServerErrorCode(rawValue: "INSUFFICIENT_PERMISSION")
  package static let rejectedCredential = ServerErrorCode(rawValue: "REJECTED_CREDENTIAL")
  package static let invalidDisplayName = ServerErrorCode(rawValue: "INVALID_DISPLAY_NAME")
  package static let invalidTenantID = ServerErrorCode(rawValue: "INVALID_TENANT_ID")
  package static let tenantNotFound = ServerErrorCode(rawValue: "TENANT_NOT_FOUND")
  package static let tenantDeleted = ServerErrorCode(rawValue: "TENANT_DELETED")
  package static let tenantDisabled = ServerErrorCode(rawValue: "TENANT_DISABLED")
  package static let dynamicLinkNotActivated = ServerErrorCode(rawValue: "DYNAMIC_LINK_NOT_ACTIVATED")
  package static let invalidArgument = ServerErrorCode(rawValue: "INVALID_ARGUMENT")
  package static let recaptchaNotEnabled = ServerErrorCode(rawValue: "RECAPTCHA_NOT_ENABLED")
  package static let missingRecaptchaToken = ServerErrorCode(rawValue: "MISSING_RECAPTCHA_TOKEN")
  package static let invalidRecaptchaToken = ServerErrorCode(rawValue: "INVALID_RECAPTCHA_TOKEN")
  package static let invalidRecaptchaAction = ServerErrorCode(rawValue: "INVALID_RECAPTCHA_ACTION")
  package static let missingClientType = ServerErrorCode(rawValue: "MISSING_CLIENT_TYPE")
  package static let missingRecaptchaVersion = ServerErrorCode(rawValue: "MISSING_RECAPTCHA_VERSION")
  package static let invalidRecaptchaVersion = ServerErrorCode(rawValue: "INVALID_RECAPTCHA_VERSION")
}

/// Codes of single calls, of the admin routes and of the front ends.
extension ServerErrorCode {
  package static let duplicateLocalID = ServerErrorCode(rawValue: "DUPLICATE_LOCAL_ID")
  package static let providerAlreadyLinked = ServerErrorCode(rawValue: "PROVIDER_ALREADY_LINKED")
  package static let invalidProfileAttribute = ServerErrorCode(rawValue: "INVALID_PROFILE_ATTRIBUTE")
  package static let duplicateEmail = ServerErrorCode(rawValue: "DUPLICATE_EMAIL")
  package static let invalidDuration = ServerErrorCode(rawValue: "INVALID_DURATION")
  package static let invalidPageSelection = ServerErrorCode(rawValue: "INVALID_PAGE_SELECTION")
  package static let invalidTestingPhoneNumber = ServerErrorCode(rawValue: "INVALID_TESTING_PHONE_NUMBER")
  package static let localIDListExceedsLimit = ServerErrorCode(rawValue: "LOCAL_ID_LIST_EXCEEDS_LIMIT")
  package static let notDisabled = ServerErrorCode(rawValue: "NOT_DISABLED")
  package static let missingUserAccount = ServerErrorCode(rawValue: "MISSING_USER_ACCOUNT")
  package static let invalidClaims = ServerErrorCode(rawValue: "INVALID_CLAIMS")
  package static let forbiddenClaim = ServerErrorCode(rawValue: "FORBIDDEN_CLAIM")
  package static let claimsTooLarge = ServerErrorCode(rawValue: "CLAIMS_TOO_LARGE")
  package static let missingGrantType = ServerErrorCode(rawValue: "MISSING_GRANT_TYPE")
  package static let missingNewEmail = ServerErrorCode(rawValue: "MISSING_NEW_EMAIL")
  package static let invalidNewEmail = ServerErrorCode(rawValue: "INVALID_NEW_EMAIL")
  package static let missingIdentifier = ServerErrorCode(rawValue: "MISSING_IDENTIFIER")
  package static let invalidCredentialOrProviderID = ServerErrorCode(
    rawValue: "INVALID_CREDENTIAL_OR_PROVIDER_ID")
  package static let missingRequestURI = ServerErrorCode(rawValue: "MISSING_REQUEST_URI")
  package static let invalidRequestURI = ServerErrorCode(rawValue: "INVALID_REQUEST_URI")
  package static let unexpectedParameter = ServerErrorCode(rawValue: "UNEXPECTED_PARAMETER")
  package static let missingHashAlgorithm = ServerErrorCode(rawValue: "MISSING_HASH_ALGORITHM")
  package static let invalidHashAlgorithm = ServerErrorCode(rawValue: "INVALID_HASH_ALGORITHM")
  package static let invalidHashRounds = ServerErrorCode(rawValue: "INVALID_HASH_ROUNDS")
  package static let invalidHashMemoryCosts = ServerErrorCode(rawValue: "INVALID_HASH_MEMORY_COSTS")
  package static let invalidHashParameter = ServerErrorCode(rawValue: "INVALID_HASH_PARAMETER")
  package static let invalidArgon2MemoryCost = ServerErrorCode(rawValue: "INVALID_ARGON2_MEMORY_COST")
  package static let invalidArgon2Iterations = ServerErrorCode(rawValue: "INVALID_ARGON2_ITERATIONS")
  package static let invalidArgon2Parallelism = ServerErrorCode(rawValue: "INVALID_ARGON2_PARALLELISM")
  package static let invalidArgon2HashType = ServerErrorCode(rawValue: "INVALID_ARGON2_HASH_TYPE")
  package static let emptyHashKey = ServerErrorCode(rawValue: "EMPTY_HASH_KEY")
  package static let duplicateRawID = ServerErrorCode(rawValue: "DUPLICATE_RAW_ID")
  package static let missingLocalID = ServerErrorCode(rawValue: "MISSING_LOCAL_ID")
  package static let configurationExists = ServerErrorCode(rawValue: "CONFIGURATION_EXISTS")
  package static let invalidConfig = ServerErrorCode(rawValue: "INVALID_CONFIG")
  package static let invalidConfigID = ServerErrorCode(rawValue: "INVALID_CONFIG_ID")
  package static let invalidOAuthClientID = ServerErrorCode(rawValue: "INVALID_OAUTH_CLIENT_ID")
  package static let invalidAuthorizedDomain = ServerErrorCode(rawValue: "INVALID_AUTHORIZED_DOMAIN")
  package static let invalidBlockingFunction = ServerErrorCode(rawValue: "INVALID_BLOCKING_FUNCTION")
  package static let invalidRegionCode = ServerErrorCode(rawValue: "INVALID_REGION_CODE")
  package static let emailTemplateUpdateNotAllowed = ServerErrorCode(
    rawValue: "EMAIL_TEMPLATE_UPDATE_NOT_ALLOWED")
  package static let invalidIssuer = ServerErrorCode(rawValue: "INVALID_ISSUER")
  package static let missingIssuer = ServerErrorCode(rawValue: "MISSING_ISSUER")
  package static let missingOAuthClientID = ServerErrorCode(rawValue: "MISSING_OAUTH_CLIENT_ID")
  package static let missingSAMLRelyingPartyConfig = ServerErrorCode(
    rawValue: "MISSING_SAML_RELYING_PARTY_CONFIG")
  package static let missingProviderID = ServerErrorCode(rawValue: "MISSING_PROVIDER_ID")
  package static let missingRawID = ServerErrorCode(rawValue: "MISSING_RAW_ID")
  package static let permissionDenied = ServerErrorCode(rawValue: "PERMISSION_DENIED")
  package static let unauthenticated = ServerErrorCode(rawValue: "UNAUTHENTICATED")
  package static let notFound = ServerErrorCode(rawValue: "NOT_FOUND")
  package static let notImplemented = ServerErrorCode(rawValue: "NOT_IMPLEMENTED")
  package static let internalError = ServerErrorCode(rawValue: "INTERNAL")
  package static let unavailable = ServerErrorCode(rawValue: "UNAVAILABLE")
  package static let requestTooSlow = ServerErrorCode(rawValue: "REQUEST_TOO_SLOW")
  package static let missingPhoneNumber = ServerErrorCode(rawValue: "MISSING_PHONE_NUMBER")
  package static let invalidCredentialID = ServerErrorCode(rawValue: "INVALID_CREDENTIAL_ID")
  package static let credentialAlreadyInUse = ServerErrorCode(rawValue: "CREDENTIAL_ALREADY_IN_USE")
  package static let missingAuthenticatorResponse = ServerErrorCode(
    rawValue: "MISSING_AUTHENTICATOR_RESPONSE")
  package static let invalidAuthenticatorResponse = ServerErrorCode(
    rawValue: "INVALID_AUTHENTICATOR_RESPONSE")
  package static let passkeyNotEnabled = ServerErrorCode(rawValue: "PASSKEY_NOT_ENABLED")
  package static let passkeyExists = ServerErrorCode(rawValue: "PASSKEY_EXISTS")
  package static let passkeyLimitExceeded = ServerErrorCode(rawValue: "PASSKEY_LIMIT_EXCEEDED")
  package static let passkeyChallengeTimeout = ServerErrorCode(rawValue: "PASSKEY_CHALLENGE_TIMEOUT")
  package static let passkeyEnrollmentNotFound = ServerErrorCode(rawValue: "PASSKEY_ENROLLMENT_NOT_FOUND")
  package static let passkeyCredentialNotFound = ServerErrorCode(rawValue: "PASSKEY_CREDENTIAL_NOT_FOUND")
  /// Our own code for the different ways in which the front ends refuse an API key.
  package static let apiKeyInvalid = ServerErrorCode(rawValue: "API_KEY_INVALID")
  /// Our own code for a sentence of which nothing says what kind of error it is.
  package static let unnamed = ServerErrorCode(rawValue: "INTERNAL_ERROR")
  /// Our own code for a missing or wrong App Check token.
  package static let invalidAppCheckToken = ServerErrorCode(rawValue: "INVALID_APP_CHECK_TOKEN")
  /// Our own code for a key that is restricted to another app, referrer or API.
  package static let appNotAuthorized = ServerErrorCode(rawValue: "APP_NOT_AUTHORIZED")
}
