private import Essentials
package import IdentityToolkit

/// What a refusal's code means: what the SDKs call it, and what people are told.
package struct RefusalMeaning: Sendable {
  package let code: AuthErrorCode
  /// What Firebase's JavaScript SDK calls it, where that is not the name of `code`.
  private let javaScriptName: String?
  /// Lower case, without a full stop.
  package let sentence: String

  /// - Parameters:
  ///   - name: What the JavaScript SDK calls it, without `auth/`; the name of `code` by default.
  ///   - sentence: That of `code` by default.
  private init(_ code: AuthErrorCode, name: String? = nil, _ sentence: String? = nil) {
    self.code = code
    javaScriptName = "auth/" + (name ?? code.word)
    self.sentence = sentence ?? code.sentence
  }

  /// A refusal that Apple's SDK has no code for. The JavaScript SDK spells the server's code in its own way.
  private init(_ sentence: String) {
    code = .internalError
    javaScriptName = nil
    self.sentence = sentence
  }

  /// What `refusal` means; nil where nobody knows its code.
  ///
  /// The front ends refuse with a sentence where RPCs have a code; the canonical name says which kind it is.
  package static func of(_ refusal: ServerError) -> RefusalMeaning? {
    table[refusal.code] ?? refusal.status.flatMap { table[ServerErrorCode(rawValue: $0)] }
  }

  /// Apple's code for `code`, also for one that nobody knows.
  static func code(of code: ServerErrorCode) -> AuthErrorCode {
    table[code]?.code ?? AuthErrorCode(name: name(of: code))
      ?? (code.rawValue.hasPrefix("INVALID_MFA") ? .invalidMultiFactorSession : .internalError)
  }

  /// The name, with `auth/`, that the JavaScript SDK gives to `code`; a code that nobody knows keeps its own.
  package static func name(of code: ServerErrorCode) -> String {
    table[code]?.javaScriptName
      ?? "auth/" + code.rawValue.asciiLowercased().map { $0 == "_" ? "-" : String($0) }.joined()
  }

  /// Every code that the service is known to send.
  package static let table: [ServerErrorCode: RefusalMeaning] = [
    // Codes, numbers and mailed links.
    .invalidCode: .init(.invalidVerificationCode),
    .missingCode: .init(.missingVerificationCode, name: "missing-code", "the code is missing"),
    .sessionExpired: .init(.sessionExpired),
    .invalidSessionInfo: .init(.invalidVerificationID),
    .missingSessionInfo: .init(.missingVerificationID, "the verification id is missing"),
    .invalidTemporaryProof: .init(.invalidCredential, "the proof of this number is wrong or too old"),
    .tooManyAttemptsTryLater: .init(.tooManyRequests),
    .quotaExceeded: .init(.quotaExceeded),
    .invalidPhoneNumber: .init(.invalidPhoneNumber),
    .missingPhoneNumber: .init(.missingPhoneNumber, "the phone number is missing"),
    .expiredOOBCode: .init(.expiredActionCode),
    .invalidOOBCode: .init(.invalidActionCode),
    .missingOOBCode: .init(.internalError, "the link has no code"),
    // Other credentials.
    .invalidEmail: .init(.invalidEmail),
    .invalidIdentifier: .init(.invalidEmail, "this is not an e-mail address"),
    .invalidNewEmail: .init("the new address is not an e-mail address"),
    .invalidRecipientEmail: .init(.invalidRecipientEmail),
    .missingEmail: .init(.missingEmail),
    .missingNewEmail: .init("the new e-mail address is missing"),
    .missingIdentifier: .init("the e-mail address is missing"),
    .emailNotFound: .init(.userNotFound),
    .invalidPassword: .init(.wrongPassword),
    .invalidLoginCredentials: .init(.invalidCredential, "wrong e-mail address or password"),
    .missingPassword: .init(.weakPassword, name: "missing-password", "the password is missing"),
    .weakPassword: .init(.weakPassword),
    .passwordDoesNotMeetRequirements: .init(.passwordDoesNotMeetRequirements),
    .invalidCustomToken: .init(.invalidCustomToken),
    .missingCustomToken: .init(.internalError, "the custom token is missing"),
    .credentialMismatch: .init(.customTokenMismatch),
    .invalidIDPResponse: .init(.invalidCredential, "the identity provider's token was refused"),
    .invalidCredentialOrProviderID: .init("the identity provider's token was refused"),
    .rejectedCredential: .init(.rejectedCredential),
    .invalidPendingToken: .init(.invalidCredential, "this sign-in cannot be continued"),
    .missingOrInvalidNonce: .init(.missingOrInvalidNonce),
    .invalidProviderID: .init(.invalidProviderID),
    .missingProviderID: .init("the identity provider is missing"),
    .missingRawID: .init("the identity at the provider is missing"),
    .missingRequestURI: .init("the request URI is missing"),
    .invalidRequestURI: .init("the request URI is not valid"),
    .passkeyCredentialNotFound: .init("no account has this passkey"),
    .invalidCredentialID: .init("this passkey is not valid"),
    // The account and its session.
    .userDisabled: .init(.userDisabled),
    .userNotFound: .init(.userNotFound, "this account was deleted"),
    .invalidIDToken: .init(.invalidUserToken),
    .missingIDToken: .init("no user is signed in"),
    .tokenExpired: .init(.userTokenExpired),
    .invalidRefreshToken: .init("this server does not know the session"),
    .missingRefreshToken: .init("the session cannot be renewed"),
    .invalidGrantType: .init("the session cannot be renewed"),
    .missingGrantType: .init("the session cannot be renewed"),
    .projectNumberMismatch: .init("the session belongs to another project"),
    .credentialTooOldLoginAgain: .init(.requiresRecentLogin),
    .emailExists: .init(.emailAlreadyInUse),
    .duplicateEmail: .init("another account has this address"),
    .phoneNumberExists: .init("another account has this number"),
    .duplicateLocalID: .init("another account has this id"),
    .credentialAlreadyInUse: .init(.credentialAlreadyInUse),
    .federatedUserIDAlreadyLinked: .init(.credentialAlreadyInUse, "this identity belongs to another account"),
    .providerAlreadyLinked: .init(
      .providerAlreadyLinked, "the account has another identity of this provider"),
    .unverifiedEmail: .init(.unverifiedEmail),
    .unsupportedFirstFactor: .init(.unsupportedFirstFactor),
    .emailChangeNeedsVerification: .init(.emailChangeNeedsVerification),
    .missingUserAccount: .init("the account is missing"),
    .missingLocalID: .init("the account's id is missing"),
    // Second factors.
    .mfaEnrollmentNotFound: .init(.multiFactorInfoNotFound),
    .missingMFAEnrollmentID: .init(.missingMultiFactorInfo),
    .missingMFAPendingCredential: .init(.missingMultiFactorSession),
    .missingCredential: .init("the first factor is missing"),
    .invalidMFAPendingCredential: .init(.invalidMultiFactorSession),
    .totpChallengeTimeout: .init("the first factor has expired"),
    .secondFactorExists: .init(.secondFactorAlreadyEnrolled),
    .secondFactorLimitExceeded: .init(.maximumSecondFactorCountExceeded),
    .mfaEnrollmentAlreadyComplete: .init("this enrollment is already finished"),
    .tooManyEnrollmentAttempts: .init("too many wrong codes for this enrollment"),
    .missingDisplayName: .init(
      .invalidArgument, name: "missing-display-name", "the second factor's name is missing"),
    .invalidMFAEnrollmentID: .init(
      .multiFactorInfoNotFound, name: "invalid-mfa-enrollment-id", "this is not the id of a second factor"),
    .invalidMFAPhoneNumber: .init(
      .invalidMultiFactorSession, name: "invalid-mfa-phone-number", "this number cannot be a second factor"),
    .duplicateMFAEnrollmentID: .init("two second factors have the same id"),
    .unsupportedSecondFactor: .init("the server does not support this kind of second factor"),
    // What shows that an app asks.
    .appNotVerified: .init(.appNotVerified, "the app could not be verified"),
    .captchaCheckFailed: .init(.captchaCheckFailed),
    .invalidAppCredential: .init(.invalidAppCredential),
    .missingAppCredential: .init(.missingAppCredential),
    .missingClientIdentifier: .init(.missingClientIdentifier),
    .missingIOSAppToken: .init("the server needs a device token"),
    .recaptchaNotEnabled: .init(.recaptchaNotEnabled),
    .missingRecaptchaToken: .init(.missingRecaptchaToken),
    .invalidRecaptchaToken: .init(.invalidRecaptchaToken),
    .invalidRecaptchaAction: .init(.invalidRecaptchaAction),
    .missingClientType: .init(.missingClientType),
    .missingRecaptchaVersion: .init(.missingRecaptchaVersion),
    .invalidRecaptchaVersion: .init(.invalidRecaptchaVersion),
    // What the project allows.
    .operationNotAllowed: .init(.operationNotAllowed),
    .passwordLoginDisabled: .init(.operationNotAllowed, "the project does not allow passwords"),
    .adminOnlyOperation: .init(.adminRestrictedOperation),
    .blockingFunctionErrorResponse: .init(.blockingCloudFunctionError, name: "internal-error"),
    .apiKeyInvalid: .init(.invalidAPIKey),
    .appNotAuthorized: .init(.appNotAuthorized),
    .unauthorizedDomain: .init(.unauthorizedDomain),
    .invalidHostingLinkDomain: .init(.invalidHostingLinkDomain),
    .invalidMessagePayload: .init(.invalidMessagePayload),
    .invalidSender: .init(.invalidSender),
    .tenantIDMismatch: .init(.tenantIDMismatch),
    .invalidDisplayName: .init("this is not a name for a tenant"),
    .invalidTenantID: .init("the project does not have this tenant"),
    .tenantNotFound: .init("the project does not have this tenant"),
    .tenantDeleted: .init("the tenant was deleted"),
    .tenantDisabled: .init("the tenant is disabled"),
    .dynamicLinkNotActivated: .init("Firebase Dynamic Links are not set up in the project"),
    .unsupportedTenantOperation: .init(.unsupportedTenantOperation),
    .projectDisabled: .init("the project is disabled"),
    .billingNotEnabled: .init("the project has no billing account, so it sends no SMS"),
    .invalidProjectID: .init("this belongs to another project"),
    .configurationNotFound: .init("Authentication is not set up in the project"),
    .permissionDenied: .init("the server does not allow this"),
    .unauthenticated: .init("the server needs its owner's token"),
    .invalidTestingPhoneNumber: .init("this cannot be a fictional number"),
    // What a request says.
    .invalidArgument: .init("the server does not understand the request"),
    .invalidProfileAttribute: .init("the server does not accept this profile field"),
    .invalidReqType: .init(.invalidReqType),
    .missingReqType: .init(.internalError, "the kind of request is missing"),
    .insufficientPermission: .init("only an administrator can set this"),
    .unexpectedParameter: .init("the server does not accept this parameter here"),
    .invalidContinueURI: .init(.invalidContinueURI),
    .missingContinueURI: .init(.missingContinueURI, name: "internal-error"),
    .missingAndroidPackageName: .init(.missingAndroidPackageName),
    .missingIOSBundleID: .init(.missingIosBundleID),
    .resetPasswordExceedLimit: .init(.tooManyRequests, "too many reset mails were asked for"),
    .invalidDuration: .init("this duration is not allowed"),
    .invalidPageSelection: .init("this page does not exist"),
    .localIDListExceedsLimit: .init("too many accounts at once"),
    .notDisabled: .init("the account must be disabled first"),
    .invalidClaims: .init("the claims are not a JSON object"),
    .forbiddenClaim: .init("this claim's name is reserved"),
    .claimsTooLarge: .init("the claims are larger than 1000 characters"),
    .notFound: .init("the server does not know this call"),
    .notImplemented: .init("this server does not support this call"),
    .internalError: .init("the server has an internal error"),
    .requestTooSlow: .init("the request was too slow, and the server stopped waiting"),
    .unavailable: .init("the server cannot do this now"),
  ]
}
