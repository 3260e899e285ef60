package import Essentials

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
  /// The password is too short, which ``AuthError/message`` says; or it is empty.
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
  /// The password does not meet the project's policy; ``AuthError/message`` says what is missing.
  case passwordDoesNotMeetRequirements = 17211
  /// The project does not have the Hosting domain of the link.
  case invalidHostingLinkDomain = 17214
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

  /// What people are told, in lower case and without a full stop.
  package var sentence: Text { declaration.sentence }
  var word: String { declaration.word }

  private var declaration: (word: String, sentence: Text) {
    switch self {
    case .invalidCustomToken: ("invalid-custom-token", "this custom token is not valid, or has expired")
    case .customTokenMismatch: ("custom-token-mismatch", "this custom token is for another project")
    case .invalidCredential: ("invalid-credential", "the credential is wrong, or is no longer valid")
    case .userDisabled: ("user-disabled", "this account is disabled")
    case .operationNotAllowed: ("operation-not-allowed", "the project does not allow this sign-in method")
    case .emailAlreadyInUse: ("email-already-in-use", "another account has this address")
    case .invalidEmail: ("invalid-email", "the server does not accept this e-mail address")
    case .wrongPassword: ("wrong-password", "wrong password")
    case .tooManyRequests: ("too-many-requests", "too many attempts")
    case .userNotFound: ("user-not-found", "there is no account with this address, phone number or uid")
    case .accountExistsWithDifferentCredential:
      ("account-exists-with-different-credential", "an account with this address has another sign-in method")
    case .requiresRecentLogin: ("requires-recent-login", "this change needs a recent sign-in")
    case .providerAlreadyLinked: ("provider-already-linked", "this provider is already linked to the account")
    case .noSuchProvider: ("no-such-provider", "this provider is not linked to the account")
    case .invalidUserToken: ("invalid-user-token", "the server does not accept the session")
    case .networkError: ("network-request-failed", "the server cannot be reached, or its answer is not valid")
    case .userTokenExpired: ("user-token-expired", "the server ended the session")
    case .invalidAPIKey: ("invalid-api-key", "the API key is not valid")
    case .userMismatch: ("user-mismatch", "this credential belongs to another user")
    case .credentialAlreadyInUse:
      ("credential-already-in-use", "this phone number or provider is linked to another account")
    case .weakPassword: ("weak-password", "this password is too weak")
    case .appNotAuthorized:
      ("app-not-authorized", "the restrictions of the API key do not allow this request")
    case .expiredActionCode: ("expired-action-code", "this link was already used or has expired")
    case .invalidActionCode: ("invalid-action-code", "this link was already used or has expired")
    case .invalidMessagePayload: ("invalid-message-payload", "the project's e-mail template is not valid")
    case .invalidSender: ("invalid-sender", "the sender of the project's e-mails is not valid")
    case .invalidRecipientEmail: ("invalid-recipient-email", "the server cannot send mail to this address")
    case .missingEmail: ("missing-email", "the e-mail address is missing")
    case .missingIosBundleID: ("missing-ios-bundle-id", "the bundle ID of the iOS app is missing")
    case .missingAndroidPackageName:
      ("missing-android-pkg-name", "the package name of the Android app is missing")
    case .unauthorizedDomain: ("unauthorized-continue-uri", "the continue URL's domain is not authorized")
    case .invalidContinueURI: ("invalid-continue-uri", "the continue URL is not valid")
    case .missingContinueURI: ("missing-continue-uri", "the continue URL is missing")
    case .missingPhoneNumber: ("missing-phone-number", "no phone number was given")
    case .invalidPhoneNumber: ("invalid-phone-number", "the server does not accept this phone number")
    case .missingVerificationCode: ("missing-verification-code", "the code is empty")
    case .invalidVerificationCode: ("invalid-verification-code", "that code is not right")
    case .missingVerificationID: ("missing-verification-id", "the verification id is empty")
    case .invalidVerificationID:
      ("invalid-verification-id", "this code was already used, or the server does not know it")
    case .missingAppCredential: ("missing-app-credential", "the server requires app verification")
    case .invalidAppCredential: ("invalid-app-credential", "the server did not accept the app verification")
    case .sessionExpired: ("code-expired", "this code has expired")
    case .quotaExceeded: ("quota-exceeded", "the project's quota is used up")
    case .missingAppToken: ("missing-app-token", "this device cannot receive push notifications")
    case .notificationNotForwarded:
      ("notification-not-forwarded", "the app does not forward push notifications")
    case .appNotVerified:
      ("app-not-verified", "the server requires app verification with reCAPTCHA")
    case .captchaCheckFailed: ("captcha-check-failed", "the server did not accept the reCAPTCHA")
    case .webContextAlreadyPresented: ("web-context-already-presented", "a reCAPTCHA page is already open")
    case .webContextCancelled: ("web-context-cancelled", "the reCAPTCHA page was closed")
    case .appVerificationUserInteractionFailure:
      ("app-verification-user-interaction-failure", "the reCAPTCHA page did not return a token")
    case .invalidClientID:
      ("invalid-oauth-client-id", "this client ID or app ID does not belong to the project")
    case .webNetworkRequestFailed: ("web-network-request-failed", "the reCAPTCHA page could not reach Google")
    case .webInternalError: ("web-internal-error", "the reCAPTCHA page had an internal error")
    case .webSignInUserInteractionFailure:
      ("web-user-interaction-failure", "the sign-in in the browser failed")
    case .localPlayerNotAuthenticated:
      ("local-player-not-authenticated", "no player is signed in to Game Center")
    case .nullUser: ("no-current-user", "no user is signed in")
    case .dynamicLinkNotActivated:
      ("dynamic-link-not-activated", "Firebase Dynamic Links are not set up in the project")
    case .invalidProviderID: ("invalid-provider-id", "this is not an identity provider")
    case .tenantIDMismatch: ("tenant-id-mismatch", "the session or link belongs to another tenant")
    case .unsupportedTenantOperation: ("unsupported-tenant-operation", "this does not work in a tenant")
    case .invalidDynamicLinkDomain:
      ("invalid-dynamic-link-domain", "the link domain does not belong to the project")
    case .rejectedCredential: ("rejected-credential", "the server did not accept the credential")
    case .gameKitNotLinked: ("game-kit-not-linked", "the app was built without GameKit")
    case .secondFactorRequired: ("multi-factor-auth-required", "this sign-in needs a second factor")
    case .missingMultiFactorSession: ("missing-multi-factor-session", "there is no sign-in to continue")
    case .missingMultiFactorInfo: ("missing-multi-factor-info", "no second factor was chosen")
    case .invalidMultiFactorSession:
      ("invalid-multi-factor-session", "the sign-in took too long and has expired")
    case .multiFactorInfoNotFound:
      ("multi-factor-info-not-found", "the account does not have this second factor")
    case .adminRestrictedOperation:
      ("admin-restricted-operation", "the project does not let users create or delete accounts")
    case .unverifiedEmail: ("unverified-email", "the account's address must be verified first")
    case .secondFactorAlreadyEnrolled:
      ("second-factor-already-in-use", "this second factor is already enrolled")
    case .maximumSecondFactorCountExceeded:
      ("maximum-second-factor-count-exceeded", "the account cannot have more second factors")
    case .unsupportedFirstFactor:
      ("unsupported-first-factor", "this sign-in method does not support second factors")
    case .emailChangeNeedsVerification:
      ("email-change-needs-verification", "the new address must be verified first")
    case .missingClientIdentifier: ("missing-client-identifier", "the server requires app verification")
    case .missingOrInvalidNonce:
      ("missing-or-invalid-nonce", "the nonce does not match the ID token of the provider")
    case .blockingCloudFunctionError:
      ("blocking-function-error", "a blocking function of the project refused the request")
    case .recaptchaNotEnabled:
      ("recaptcha-not-enabled", "reCAPTCHA Enterprise is not enabled for the project")
    case .missingRecaptchaToken: ("missing-recaptcha-token", "the server requires a reCAPTCHA token")
    case .invalidRecaptchaToken: ("invalid-recaptcha-token", "the server did not accept the reCAPTCHA token")
    case .invalidRecaptchaAction: ("invalid-recaptcha-action", "the reCAPTCHA token is for another action")
    case .missingClientType: ("missing-client-type", "the client type of the request is missing (clientType)")
    case .missingRecaptchaVersion:
      ("missing-recaptcha-version", "the reCAPTCHA version of the request is missing (recaptchaVersion)")
    case .invalidRecaptchaVersion:
      ("invalid-recaptcha-version", "the server does not support the reCAPTCHA version of the request")
    case .invalidReqType:
      ("invalid-req-type", "the server does not know the type of the request (requestType)")
    case .recaptchaSDKNotLinked: ("recaptcha-sdk-not-linked", "the app was built without the reCAPTCHA SDK")
    case .recaptchaSiteKeyMissing:
      ("recaptcha-site-key-missing", "the project has no reCAPTCHA key for this platform")
    case .recaptchaActionCreationFailed: ("recaptcha-action-creation-failed", "reCAPTCHA could not start")
    case .passwordDoesNotMeetRequirements:
      ("password-does-not-meet-requirements", "this password does not meet the project's password policy")
    case .invalidHostingLinkDomain:
      ("invalid-hosting-link-domain", "the link domain is not one of the project's Hosting domains")
    case .keychainError: ("keychain-error", "the keychain cannot be used")
    case .internalError: ("internal-error", "an unknown error happened")
    case .malformedJWT: ("malformed-jwt", "the server sent an ID token that cannot be read")
    case .persistenceError: ("persistence-error", "the session cannot be read or saved")
    case .cancelled: ("cancelled", "the call was cancelled")
    case .invalidArgument: ("argument-error", "an argument is not valid")
    }
  }
}
