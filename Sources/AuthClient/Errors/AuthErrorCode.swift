/// What went wrong, by the names and numbers of Firebase's Apple SDK (`AuthErrorCode` in its `AuthErrors.swift`).
///
/// Numbers from 19000 on are this library's own.
public enum AuthErrorCode: Int, Error, Sendable, CaseIterable {
  /// A custom token is malformed, or not signed by a service account of the project.
  case invalidCustomToken = 17000
  /// A custom token is of another project than the API key.
  case customTokenMismatch = 17002
  /// The credential is wrong, malformed or expired. Where enumeration protection is on, also a wrong password or
  /// an address without an account.
  case invalidCredential = 17004
  /// The account is disabled.
  case userDisabled = 17005
  /// The project does not allow this kind of sign-in, or this second factor.
  case operationNotAllowed = 17006
  /// Another account has the address.
  case emailAlreadyInUse = 17007
  /// The address is malformed, or not the one that the link was sent to.
  case invalidEmail = 17008
  /// The password is wrong. Only where enumeration protection is off.
  case wrongPassword = 17009
  /// The service refuses for a while; ``AuthError/retryAfter`` where it says how long.
  case tooManyRequests = 17010
  /// There is no such account, or no longer.
  case userNotFound = 17011
  /// Another account has the address that the identity provider gives: sign in to it, then link
  /// ``AuthError/updatedCredential``.
  case accountExistsWithDifferentCredential = 17012
  /// The sign-in is too old for this change, about five minutes: re-authenticate first.
  case requiresRecentLogin = 17014
  /// The account has a credential of this provider already. Nothing was sent.
  case providerAlreadyLinked = 17015
  /// The account has no credential of this provider.
  case noSuchProvider = 17016
  /// The session has ended, or its token is another project's: sign in again.
  case invalidUserToken = 17017
  /// No usable answer came; ``AuthError/underlyingError`` says why.
  case networkError = 17020
  /// The session has ended, after a change of password for example: sign in again.
  case userTokenExpired = 17021
  /// The service does not know the API key.
  case invalidAPIKey = 17023
  /// The credential is another account's than the signed-in user's. The session stays.
  case userMismatch = 17024
  /// Another account has the credential; ``AuthError/updatedCredential`` signs in to that one.
  case credentialAlreadyInUse = 17025
  /// The password does not meet the project's policy, which ``AuthError/message`` names; or it is empty.
  case weakPassword = 17026
  /// The API key is restricted to another app or referrer.
  case appNotAuthorized = 17028
  /// The code of the link has expired.
  case expiredActionCode = 17029
  /// The code of the link is malformed, or was used.
  case invalidActionCode = 17030
  /// The template of the mail is unusable.
  case invalidMessagePayload = 17031
  /// The sender of the mail is unusable.
  case invalidSender = 17032
  /// No mail can be sent to the address.
  case invalidRecipientEmail = 17033
  /// An address is missing.
  case missingEmail = 17034
  /// The settings name an App Store id and no bundle id.
  case missingIosBundleID = 17036
  /// The settings ask for the installation of an app that they do not name.
  case missingAndroidPackageName = 17037
  /// The project does not authorize the domain that the link leads on to.
  case unauthorizedDomain = 17038
  /// The address that the link leads on to is malformed.
  case invalidContinueURI = 17039
  /// The link needs an address to lead on to.
  case missingContinueURI = 17040
  /// A phone number is missing.
  case missingPhoneNumber = 17041
  /// The phone number is not in E.164, `+16505553434`, or cannot be one.
  case invalidPhoneNumber = 17042
  /// The code is empty.
  case missingVerificationCode = 17043
  /// The code is wrong.
  case invalidVerificationCode = 17044
  /// The verification ID is empty.
  case missingVerificationID = 17045
  /// The verification ID is malformed, or was used.
  case invalidVerificationID = 17046
  /// The device's push token is missing.
  case missingAppCredential = 17047
  /// The device's push token or the proof of the app is wrong.
  case invalidAppCredential = 17048
  /// The code has expired: have another one sent.
  case sessionExpired = 17051
  /// The project's quota of messages is used up.
  case quotaExceeded = 17052
  /// No push reaches this device.
  case missingAppToken = 17053
  /// Notifications are not passed on to ``Auth/canHandleNotification(_:)``.
  case notificationNotForwarded = 17054
  /// The app could not be verified: no push reaches it, and there is no UI delegate for reCAPTCHA.
  case appNotVerified = 17055
  /// The service does not take the reCAPTCHA token.
  case captchaCheckFailed = 17056
  /// Of Apple's systems only; never thrown here.
  case webContextAlreadyPresented = 17057
  /// The person closed the page.
  case webContextCancelled = 17058
  /// reCAPTCHA failed for another reason.
  case appVerificationUserInteractionFailure = 17059
  /// The page does not know the app's client ID.
  case invalidClientID = 17060
  /// A request of the page failed.
  case webNetworkRequestFailed = 17061
  /// The page failed.
  case webInternalError = 17062
  /// The sign-in in the browser failed; ``AuthError/message`` has the provider's word for it.
  case webSignInUserInteractionFailure = 17063
  /// Of Apple's systems only; never thrown here.
  case localPlayerNotAuthenticated = 17066
  /// No user is signed in, or it is another one by now.
  case nullUser = 17067
  /// Dynamic Links are not set up.
  case dynamicLinkNotActivated = 17068
  /// There is no such provider.
  case invalidProviderID = 17071
  /// The user or the code is another tenant's.
  case tenantIDMismatch = 17072
  /// Tenants do not have this operation.
  case unsupportedTenantOperation = 17073
  /// The project does not have the link's domain.
  case invalidDynamicLinkDomain = 17074
  /// The credential is malformed or belongs elsewhere.
  case rejectedCredential = 17075
  /// Of Apple's systems only; never thrown here.
  case gameKitNotLinked = 17076
  /// The account has a second factor: ``AuthError/multiFactorResolver`` goes on.
  case secondFactorRequired = 17078
  /// The session of the second factor is missing.
  case missingMultiFactorSession = 17081
  /// The second factor to be used is missing.
  case missingMultiFactorInfo = 17082
  /// The session of the second factor has expired or is malformed: begin the sign-in again.
  case invalidMultiFactorSession = 17083
  /// The account has no such second factor.
  case multiFactorInfoNotFound = 17084
  /// Only administrators may do this.
  case adminRestrictedOperation = 17085
  /// The address has to be verified before a second factor can be enrolled.
  case unverifiedEmail = 17086
  /// The account has this second factor already.
  case secondFactorAlreadyEnrolled = 17087
  /// The account has as many second factors as it may.
  case maximumSecondFactorCountExceeded = 17088
  /// Accounts that sign in this way, by phone for example, cannot have a second factor.
  case unsupportedFirstFactor = 17089
  /// The new address has to be verified first:
  /// ``User/sendEmailVerification(beforeUpdatingEmail:actionCodeSettings:)``.
  case emailChangeNeedsVerification = 17090
  /// The request names no app, and the service requires proof of one.
  case missingClientIdentifier = 17093
  /// The nonce is not the one that the ID token was asked for with.
  case missingOrInvalidNonce = 17094
  /// A blocking function of the project refused; ``AuthError/message`` has its words.
  case blockingCloudFunctionError = 17105
  /// The project does not use reCAPTCHA Enterprise.
  case recaptchaNotEnabled = 17200
  /// The project requires reCAPTCHA Enterprise.
  case missingRecaptchaToken = 17201
  /// The service does not take the reCAPTCHA Enterprise token.
  case invalidRecaptchaToken = 17202
  /// The reCAPTCHA token is for another action.
  case invalidRecaptchaAction = 17203
  /// The kind of client is missing.
  case missingClientType = 17204
  /// The version of reCAPTCHA is missing.
  case missingRecaptchaVersion = 17205
  /// The version of reCAPTCHA is not one.
  case invalidRecaptchaVersion = 17206
  /// The service does not know this kind of link.
  case invalidReqType = 17207
  /// Of Apple's systems only; never thrown here.
  case recaptchaSDKNotLinked = 17208
  /// The project has no key that reCAPTCHA could run with.
  case recaptchaSiteKeyMissing = 17209
  /// Of Apple's systems only; never thrown here.
  case recaptchaActionCreationFailed = 17210
  /// Of Apple's systems only; never thrown here.
  case keychainError = 17995
  /// A failure without a name of its own; ``AuthError/serverCode`` and ``AuthError/message`` tell what is known.
  case internalError = 17999
  /// A token cannot be read.
  case malformedJWT = 18000
  /// The session could not be loaded or kept; ``AuthError/underlyingError`` is what ``UserPersistence`` threw.
  case persistenceError = 19001
  /// The task was cancelled. The call signs nobody in, though what it had sent may have had its effect.
  case cancelled = 19002
  /// A value cannot be sent, or cannot be used here. Nothing was sent.
  case invalidArgument = 19003
}

extension AuthErrorCode {
  /// The name that Firebase's JavaScript SDK has for it, `auth/invalid-verification-code`.
  public var name: String { "auth/" + word }

  /// The code that is called `name`; nil for a name that no code has.
  public init?(name: String) {
    guard let code = Self.named[name] else { return nil }
    self = code
  }

  private static let named = [String: AuthErrorCode](
    uniqueKeysWithValues: allCases.map { ($0.name, $0) })

  private var word: String {
    switch self {
    case .invalidCustomToken: "invalid-custom-token"
    case .customTokenMismatch: "custom-token-mismatch"
    case .invalidCredential: "invalid-credential"
    case .userDisabled: "user-disabled"
    case .operationNotAllowed: "operation-not-allowed"
    case .emailAlreadyInUse: "email-already-in-use"
    case .invalidEmail: "invalid-email"
    case .wrongPassword: "wrong-password"
    case .tooManyRequests: "too-many-requests"
    case .userNotFound: "user-not-found"
    case .accountExistsWithDifferentCredential: "account-exists-with-different-credential"
    case .requiresRecentLogin: "requires-recent-login"
    case .providerAlreadyLinked: "provider-already-linked"
    case .noSuchProvider: "no-such-provider"
    case .invalidUserToken: "invalid-user-token"
    case .networkError: "network-request-failed"
    case .userTokenExpired: "user-token-expired"
    case .invalidAPIKey: "invalid-api-key"
    case .userMismatch: "user-mismatch"
    case .credentialAlreadyInUse: "credential-already-in-use"
    case .weakPassword: "weak-password"
    case .appNotAuthorized: "app-not-authorized"
    case .expiredActionCode: "expired-action-code"
    case .invalidActionCode: "invalid-action-code"
    case .invalidMessagePayload: "invalid-message-payload"
    case .invalidSender: "invalid-sender"
    case .invalidRecipientEmail: "invalid-recipient-email"
    case .missingEmail: "missing-email"
    case .missingIosBundleID: "missing-ios-bundle-id"
    case .missingAndroidPackageName: "missing-android-pkg-name"
    case .unauthorizedDomain: "unauthorized-continue-uri"
    case .invalidContinueURI: "invalid-continue-uri"
    case .missingContinueURI: "missing-continue-uri"
    case .missingPhoneNumber: "missing-phone-number"
    case .invalidPhoneNumber: "invalid-phone-number"
    case .missingVerificationCode: "missing-verification-code"
    case .invalidVerificationCode: "invalid-verification-code"
    case .missingVerificationID: "missing-verification-id"
    case .invalidVerificationID: "invalid-verification-id"
    case .missingAppCredential: "missing-app-credential"
    case .invalidAppCredential: "invalid-app-credential"
    case .sessionExpired: "code-expired"
    case .quotaExceeded: "quota-exceeded"
    case .missingAppToken: "missing-app-token"
    case .notificationNotForwarded: "notification-not-forwarded"
    case .appNotVerified: "app-not-verified"
    case .captchaCheckFailed: "captcha-check-failed"
    case .webContextAlreadyPresented: "web-context-already-presented"
    case .webContextCancelled: "web-context-cancelled"
    case .appVerificationUserInteractionFailure: "app-verification-user-interaction-failure"
    case .invalidClientID: "invalid-oauth-client-id"
    case .webNetworkRequestFailed: "web-network-request-failed"
    case .webInternalError: "web-internal-error"
    case .webSignInUserInteractionFailure: "web-user-interaction-failure"
    case .localPlayerNotAuthenticated: "local-player-not-authenticated"
    case .nullUser: "no-current-user"
    case .dynamicLinkNotActivated: "dynamic-link-not-activated"
    case .invalidProviderID: "invalid-provider-id"
    case .tenantIDMismatch: "tenant-id-mismatch"
    case .unsupportedTenantOperation: "unsupported-tenant-operation"
    case .invalidDynamicLinkDomain: "invalid-dynamic-link-domain"
    case .rejectedCredential: "rejected-credential"
    case .gameKitNotLinked: "game-kit-not-linked"
    case .secondFactorRequired: "multi-factor-auth-required"
    case .missingMultiFactorSession: "missing-multi-factor-session"
    case .missingMultiFactorInfo: "missing-multi-factor-info"
    case .invalidMultiFactorSession: "invalid-multi-factor-session"
    case .multiFactorInfoNotFound: "multi-factor-info-not-found"
    case .adminRestrictedOperation: "admin-restricted-operation"
    case .unverifiedEmail: "unverified-email"
    case .secondFactorAlreadyEnrolled: "second-factor-already-in-use"
    case .maximumSecondFactorCountExceeded: "maximum-second-factor-count-exceeded"
    case .unsupportedFirstFactor: "unsupported-first-factor"
    case .emailChangeNeedsVerification: "email-change-needs-verification"
    case .missingClientIdentifier: "missing-client-identifier"
    case .missingOrInvalidNonce: "missing-or-invalid-nonce"
    case .blockingCloudFunctionError: "blocking-function-error"
    case .recaptchaNotEnabled: "recaptcha-not-enabled"
    case .missingRecaptchaToken: "missing-recaptcha-token"
    case .invalidRecaptchaToken: "invalid-recaptcha-token"
    case .invalidRecaptchaAction: "invalid-recaptcha-action"
    case .missingClientType: "missing-client-type"
    case .missingRecaptchaVersion: "missing-recaptcha-version"
    case .invalidRecaptchaVersion: "invalid-recaptcha-version"
    case .invalidReqType: "invalid-req-type"
    case .recaptchaSDKNotLinked: "recaptcha-sdk-not-linked"
    case .recaptchaSiteKeyMissing: "recaptcha-site-key-missing"
    case .recaptchaActionCreationFailed: "recaptcha-action-creation-failed"
    case .keychainError: "keychain-error"
    case .internalError: "internal-error"
    case .malformedJWT: "malformed-jwt"
    case .persistenceError: "persistence-error"
    case .cancelled: "cancelled"
    case .invalidArgument: "argument-error"
    }
  }
}
