package import Essentials
package import IdentityToolkit

/// What a refusal's code means: what the SDKs call it, and what people are told.
package struct RefusalMeaning: Sendable {
  package let code: AuthErrorCode
  /// What Firebase's JavaScript SDK calls it, where that is not the name of `code`.
  private let javaScriptName: String?
  /// Lower case, without a full stop.
  package let sentence: Text

  /// - Parameters:
  ///   - name: What the JavaScript SDK calls it, without `auth/`; the name of `code` by default.
  ///   - sentence: That of `code` by default.
  private init(_ code: AuthErrorCode, name: String? = nil, _ sentence: Text? = nil) {
    self.code = code
    javaScriptName = "auth/" + (name ?? code.word)
    self.sentence = sentence ?? code.sentence
  }

  /// A refusal that Apple's SDK has no code for. The JavaScript SDK spells the server's code in its own way.
  private init(_ sentence: Text) {
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
    .missingSessionInfo: .init(.missingVerificationID, "no SMS code was requested"),
    .invalidTemporaryProof: .init(
      .invalidCredential, "the verification of this number is not valid, or has expired"),
    .tooManyAttemptsTryLater: .init(.tooManyRequests),
    .quotaExceeded: .init(.quotaExceeded),
    .invalidPhoneNumber: .init(.invalidPhoneNumber),
    .missingPhoneNumber: .init(.missingPhoneNumber, "the phone number is missing"),
    .expiredOOBCode: .init(.expiredActionCode),
    .invalidOOBCode: .init(.invalidActionCode),
    .missingOOBCode: .init(.internalError, "the link is not complete"),
    // Other credentials.
    .invalidEmail: .init(.invalidEmail),
    .invalidIdentifier: .init(.invalidEmail, "this is not an e-mail address"),
    .invalidNewEmail: .init("the new address is not an e-mail address"),
    .invalidRecipientEmail: .init(.invalidRecipientEmail),
    .missingEmail: .init(.missingEmail),
    .missingNewEmail: .init("the new e-mail address is missing"),
    .missingIdentifier: .init("the e-mail address is missing"),
    .emailNotFound: .init(.userNotFound, "no account has this address"),
    .invalidPassword: .init(.wrongPassword),
    .invalidLoginCredentials: .init(.invalidCredential, "wrong e-mail address or password"),
    .missingPassword: .init(.weakPassword, name: "missing-password", "the password is missing"),
    .weakPassword: .init(.weakPassword),
    .passwordDoesNotMeetRequirements: .init(.passwordDoesNotMeetRequirements),
    .invalidCustomToken: .init(.invalidCustomToken),
    .missingCustomToken: .init(.internalError, "the custom token is missing"),
    .credentialMismatch: .init(.customTokenMismatch),
    .invalidIDPResponse: .init(
      .invalidCredential, "the server did not accept the token of the identity provider"),
    .invalidCredentialOrProviderID: .init("the server did not accept the token of the identity provider"),
    .rejectedCredential: .init(.rejectedCredential),
    .invalidPendingToken: .init(.invalidCredential, "this sign-in has expired, or is already finished"),
    .missingOrInvalidNonce: .init(.missingOrInvalidNonce),
    .invalidProviderID: .init(.invalidProviderID),
    .missingProviderID: .init("the identity provider is missing"),
    .missingRawID: .init("the user's id at the provider is missing (rawId)"),
    .missingRequestURI: .init("the redirect URI of the provider sign-in is missing"),
    .invalidRequestURI: .init("the redirect URI of the provider sign-in is not valid"),
    .passkeyCredentialNotFound: .init(.invalidCredential, "no account has this passkey"),
    .passkeyEnrollmentNotFound: .init(.invalidCredential, "no account has this passkey"),
    .invalidCredentialID: .init(.invalidCredential, "this passkey is not valid"),
    .invalidAuthenticatorResponse: .init(
      .invalidCredential, "the server did not accept the answer of the authenticator"),
    .missingAuthenticatorResponse: .init("the answer of the authenticator is missing"),
    .passkeyChallengeTimeout: .init(.sessionExpired, "the passkey was not used in time"),
    .passkeyExists: .init(.credentialAlreadyInUse, "this passkey already belongs to an account"),
    .passkeyLimitExceeded: .init("the account already has the maximum number of passkeys"),
    .passkeyNotEnabled: .init(.operationNotAllowed, "the project does not allow passkeys"),
    // The account and its session.
    .userDisabled: .init(.userDisabled),
    .userNotFound: .init(.userNotFound, "this account does not exist"),
    .invalidIDToken: .init(.invalidUserToken),
    .missingIDToken: .init("no user is signed in"),
    .tokenExpired: .init(.userTokenExpired),
    .invalidRefreshToken: .init("the session has ended, or is not from this server"),
    .missingRefreshToken: .init("the session cannot be renewed: it has no refresh token"),
    .invalidGrantType: .init("the session cannot be renewed: the grant type of the request is not valid"),
    .missingGrantType: .init("the session cannot be renewed: the grant type of the request is missing"),
    .projectNumberMismatch: .init("the session belongs to another project"),
    .credentialTooOldLoginAgain: .init(.requiresRecentLogin),
    .emailExists: .init(.emailAlreadyInUse),
    .duplicateEmail: .init("another account has this address"),
    .phoneNumberExists: .init("another account has this number"),
    .duplicateLocalID: .init("another account has this uid"),
    .credentialAlreadyInUse: .init(.credentialAlreadyInUse),
    .federatedUserIDAlreadyLinked: .init(
      .credentialAlreadyInUse, "this account at the provider is already linked to another user"),
    .providerAlreadyLinked: .init(
      .providerAlreadyLinked, "the user is already linked to another account at this provider"),
    .unverifiedEmail: .init(.unverifiedEmail),
    .unsupportedFirstFactor: .init(.unsupportedFirstFactor),
    .emailChangeNeedsVerification: .init(.emailChangeNeedsVerification),
    .missingUserAccount: .init("the request does not contain an account"),
    .missingLocalID: .init("the uid of the account is missing"),
    // Second factors.
    .mfaEnrollmentNotFound: .init(.multiFactorInfoNotFound),
    .missingMFAEnrollmentID: .init(.missingMultiFactorInfo),
    .missingMFAPendingCredential: .init(.missingMultiFactorSession),
    .missingCredential: .init("there is no sign-in to continue"),
    .invalidMFAPendingCredential: .init(.invalidMultiFactorSession),
    .totpChallengeTimeout: .init("the sign-in took too long and has expired"),
    .secondFactorExists: .init(.secondFactorAlreadyEnrolled),
    .secondFactorLimitExceeded: .init(.maximumSecondFactorCountExceeded),
    .mfaEnrollmentAlreadyComplete: .init("this enrollment is already finished"),
    .tooManyEnrollmentAttempts: .init("too many wrong codes for this enrollment"),
    .missingDisplayName: .init(
      .invalidArgument, name: "missing-display-name", "the name of the second factor is missing"),
    .invalidMFAEnrollmentID: .init(
      .multiFactorInfoNotFound, name: "invalid-mfa-enrollment-id"),
    .invalidMFAPhoneNumber: .init(
      .invalidMultiFactorSession, name: "invalid-mfa-phone-number", "this phone number is not valid"),
    .duplicateMFAEnrollmentID: .init("the id of a second factor is used twice"),
    .unsupportedSecondFactor: .init("the server does not support this kind of second factor"),
    // What shows that an app asks.
    .appNotVerified: .init(.appNotVerified, "app verification failed"),
    .captchaCheckFailed: .init(.captchaCheckFailed),
    .invalidAppCredential: .init(.invalidAppCredential),
    .missingAppCredential: .init(.missingAppCredential),
    .missingClientIdentifier: .init(.missingClientIdentifier),
    .missingIOSAppToken: .init("the push token (APNs) of the device is missing"),
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
    .invalidAppCheckToken: .init("the server requires a valid App Check token"),
    .unauthorizedDomain: .init(.unauthorizedDomain),
    .invalidHostingLinkDomain: .init(.invalidHostingLinkDomain),
    .invalidMessagePayload: .init(.invalidMessagePayload),
    .invalidSender: .init(.invalidSender),
    .tenantIDMismatch: .init(.tenantIDMismatch),
    .invalidDisplayName: .init("the tenant's name is not valid"),
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
    .emailTemplateUpdateNotAllowed: .init(
      "the service does not let the project change this part of its mails"),
    .permissionDenied: .init("you do not have permission for this request"),
    .unauthenticated: .init("this needs the owner token of the server"),
    .invalidTestingPhoneNumber: .init("the server does not accept this fictional number"),
    // What a request says.
    .invalidArgument: .init("a value in the request is not valid"),
    .invalidProfileAttribute: .init("a value in the user's profile is not valid"),
    .invalidReqType: .init(.invalidReqType),
    .missingReqType: .init(.internalError, "the type of the request is missing (requestType)"),
    .insufficientPermission: .init("only an administrator can set this value"),
    .unexpectedParameter: .init("the server does not accept a field of the request"),
    .invalidContinueURI: .init(.invalidContinueURI),
    .missingContinueURI: .init(.missingContinueURI, name: "internal-error"),
    .missingAndroidPackageName: .init(.missingAndroidPackageName),
    .missingIOSBundleID: .init(.missingIosBundleID),
    .resetPasswordExceedLimit: .init(.tooManyRequests, "too many password-reset e-mails were sent"),
    .invalidDuration: .init("a session cookie must last 5 minutes to 14 days"),
    .invalidPageSelection: .init("the list of accounts has no such page"),
    .localIDListExceedsLimit: .init("one request can delete at most 1000 accounts"),
    .notDisabled: .init("the account must be disabled before it can be deleted"),
    .invalidClaims: .init("the claims are not a JSON object"),
    .forbiddenClaim: .init("this claim name is reserved"),
    .claimsTooLarge: .init("the claims are larger than 1000 characters"),
    .notFound: .init("the server does not know this request"),
    .notImplemented: .init("this server does not support this request"),
    .internalError: .init("the server has an internal error"),
    .requestTooSlow: .init("the request took too long to arrive"),
    .unavailable: .init("the server is not available now"),
  ]
}
