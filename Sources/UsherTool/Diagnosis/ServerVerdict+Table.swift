import CommandKit
import IdentityToolkit

extension ServerVerdict {
  /// Every code that the service is known to send: exit status, sentence, hint.
  ///
  /// The manual's and the library's tables are tested against this one.
  static let table: [ServerErrorCode: ServerVerdict] = codesAndLinks.merging(credentials) { first, _ in first
  }
  .merging(account) { first, _ in first }
  .merging(secondFactors) { first, _ in first }
  .merging(appVerification) { first, _ in first }
  .merging(project) { first, _ in first }
  .merging(requests) { first, _ in first }

  private static let sendAgain = Hint("ask for a new one with", ["usher", "verify-phone", "--resend"])
  private static let console = "in the Firebase console, under Authentication > "

  private static let codesAndLinks: [ServerErrorCode: ServerVerdict] = [
    .invalidCode: .init(
      .rejected, "that code is not right", "check the latest message and try again"),
    .missingCode: .init(.usage, "the code is missing", "a code has six digits"),
    .sessionExpired: .init(.expired, "that code has expired", sendAgain),
    .invalidSessionInfo: .init(
      .expired, "that verification was already used or is not known to this server", sendAgain),
    .missingSessionInfo: .init(.usage, "the verification id is missing", "usher verify-phone gives one"),
    .invalidTemporaryProof: .init(
      .rejected, "the proof for that number is not right or too old",
      Hint("verify the number again", ["usher", "verify-phone"])),
    .tooManyAttemptsTryLater: .init(.rateLimited, "too many attempts", "wait, then try again"),
    .quotaExceeded: .init(
      .rateLimited, "the project's quota is used up",
      "use a fictional number for tests (usher local test-number, or the console), or wait", showsDetail: true
    ),
    .invalidPhoneNumber: .init(
      .data, "the server does not take that phone number",
      "write it with its country code, like +1 650-555-3434"),
    .missingPhoneNumber: .init(.usage, "the phone number is missing", "give it with its country code"),
    .expiredOOBCode: .init(
      .expired, "that link was already used or has expired",
      Hint("mail scanners sometimes open links first").then(
        "ask for a new one with", ["usher", "send-link", "--resend"])),
    .invalidOOBCode: .init(
      .expired, "that link was already used or has expired",
      Hint("mail scanners sometimes open links first").then(
        "ask for a new one with", ["usher", "send-link", "--resend"])),
    .missingOOBCode: .init(.usage, "the link holds no code", "paste the whole link from the mail"),
  ]

  private static let credentials: [ServerErrorCode: ServerVerdict] = [
    .invalidEmail: .init(
      .data, "the server does not take that e-mail address",
      "it looks like name@example.com, with Latin letters before the @"),
    .invalidIdentifier: .init(.data, "that is no e-mail address", "it looks like name@example.com"),
    .invalidNewEmail: .init(.data, "the new address is no e-mail address", "it looks like name@example.com"),
    .invalidRecipientEmail: .init(.data, "mail cannot be sent to that address"),
    .missingEmail: .init(.usage, "the e-mail address is missing"),
    .missingNewEmail: .init(.usage, "the new e-mail address is missing"),
    .missingIdentifier: .init(.usage, "the e-mail address is missing"),
    .emailNotFound: .init(.rejected, "no account has that address"),
    .invalidPassword: .init(.rejected, "that password is not right"),
    .invalidLoginCredentials: .init(.rejected, "that address or password is not right"),
    .missingPassword: .init(
      .usage, "the password is missing", "pass it with --password-file or --password-stdin"),
    .weakPassword: .init(.data, "that password is too weak", showsDetail: true),
    .passwordDoesNotMeetRequirements: .init(
      .data, "that password does not meet the project's rules", showsDetail: true),
    .invalidCustomToken: .init(
      .rejected, "that custom token is not valid", "it is valid for an hour at most; get a new one"),
    .missingCustomToken: .init(.usage, "the custom token is missing"),
    .credentialMismatch: .init(
      .rejected, "that custom token is for another project",
      "it must come from this project's service account"),
    .invalidIDPResponse: .init(
      .rejected, "the identity provider's token was refused", showsDetail: true),
    .invalidCredentialOrProviderID: .init(.rejected, "the identity provider's token was refused"),
    .rejectedCredential: .init(.rejected, "the credential was refused"),
    .invalidPendingToken: .init(.rejected, "that sign-in cannot be continued", "start it again"),
    .missingOrInvalidNonce: .init(.rejected, "the identity provider's token has a wrong nonce"),
    .invalidProviderID: .init(.data, "that is no identity provider", "like google.com or oidc.name"),
    .missingProviderID: .init(.usage, "the identity provider is missing"),
    .missingRawID: .init(.usage, "the identity at the provider is missing"),
    .missingRequestURI: .init(.usage, "the request URI is missing"),
    .invalidRequestURI: .init(.data, "the request URI is not valid"),
    .passkeyCredentialNotFound: .init(.rejected, "no account has that passkey"),
    .invalidCredentialID: .init(.data, "that passkey is not valid"),
  ]

  private static let account: [ServerErrorCode: ServerVerdict] = [
    .userDisabled: .init(.account, "this account is disabled", "an administrator can enable it again"),
    .userNotFound: .init(
      .notSignedIn, "this account was deleted", Hint("sign in again with", ["usher", "signin"])),
    .invalidIDToken: .init(
      .notSignedIn, "the session is not valid here", Hint("sign in again with", ["usher", "signin"])),
    .missingIDToken: .init(
      .notSignedIn, "no user is signed in", Hint("sign in with", ["usher", "verify-phone"])),
    .tokenExpired: .init(
      .notSignedIn, "the session was ended at the server", Hint("sign in again with", ["usher", "signin"])),
    .invalidRefreshToken: .init(
      .notSignedIn, "the session is not known to this server",
      Hint("sign in again with", ["usher", "signin"])),
    .missingRefreshToken: .init(
      .notSignedIn, "the session cannot be renewed", Hint("sign in again with", ["usher", "signin"])),
    .invalidGrantType: .init(.notSignedIn, "the session cannot be renewed", "sign in again"),
    .missingGrantType: .init(.notSignedIn, "the session cannot be renewed", "sign in again"),
    .projectNumberMismatch: .init(
      .notSignedIn, "the session belongs to another project", Hint("sign in again with", ["usher", "signin"])),
    .credentialTooOldLoginAgain: .init(
      .reauthNeeded, "this needs a recent sign-in", Hint("re-authenticate with", ["usher", "reauth"])),
    .emailExists: .init(
      .conflict, "another account has that address", "sign in to that account, or use another address"),
    .duplicateEmail: .init(.conflict, "another account has that address"),
    .phoneNumberExists: .init(.conflict, "another account has that number"),
    .duplicateLocalID: .init(.conflict, "another account has that id"),
    .credentialAlreadyInUse: .init(.conflict, "that credential belongs to another account"),
    .federatedUserIDAlreadyLinked: .init(.conflict, "that identity belongs to another account"),
    .providerAlreadyLinked: .init(.conflict, "the account has another identity of that provider"),
    .unverifiedEmail: .init(
      .account, "the account's address must be verified first",
      Hint("verify it with", ["usher", "send-link", "--purpose", "verify-email"])),
    .unsupportedFirstFactor: .init(
      .account, "this sign-in method does not go with second factors",
      Hint("sign in with a password, a mailed link or an identity provider", ["usher", "signin"]),
      showsDetail: true),
    .emailChangeNeedsVerification: .init(
      .project, "the new address must be verified first",
      Hint("verify it with", ["usher", "send-link", "--purpose", "change-email"])),
    .missingUserAccount: .init(.usage, "the account is missing"),
    .missingLocalID: .init(.usage, "the account's id is missing"),
  ]

  private static let secondFactors: [ServerErrorCode: ServerVerdict] = [
    .mfaEnrollmentNotFound: .init(
      .rejected, "the account has no such second factor", Hint("see", ["usher", "mfa", "list"])),
    .missingMFAEnrollmentID: .init(
      .usage, "which second factor is meant is missing", Hint("see", ["usher", "mfa", "list"])),
    .missingMFAPendingCredential: .init(.usage, "the first factor is missing", "start the sign-in again"),
    .missingCredential: .init(.usage, "the first factor is missing", "start the sign-in again"),
    .invalidMFAPendingCredential: .init(
      .expired, "the first factor has expired", "start the sign-in again"),
    .totpChallengeTimeout: .init(
      .expired, "the first factor has expired", "start the sign-in again"),
    .secondFactorExists: .init(
      .conflict, "that second factor is enrolled already", Hint("see", ["usher", "mfa", "list"])),
    .secondFactorLimitExceeded: .init(
      .conflict, "the account has as many second factors as it may have",
      Hint("unenroll one with usher mfa unenroll").then("see", ["usher", "mfa", "list"])),
    .mfaEnrollmentAlreadyComplete: .init(
      .conflict, "that enrollment is finished already", Hint("see", ["usher", "mfa", "list"])),
    .tooManyEnrollmentAttempts: .init(
      .rateLimited, "too many wrong codes for this enrollment",
      Hint("start it again with", ["usher", "mfa", "enroll"])),
    .missingDisplayName: .init(.usage, "the second factor's name is missing", "give one with --name"),
    .invalidMFAEnrollmentID: .init(
      .data, "that is no second factor's id", Hint("see", ["usher", "mfa", "list"])),
    .invalidMFAPhoneNumber: .init(.data, "that number cannot be a second factor"),
    .duplicateMFAEnrollmentID: .init(.data, "two second factors have the same id"),
    .unsupportedSecondFactor: .init(.data, "the server does not support that kind of second factor"),
  ]

  private static let appVerification: [ServerErrorCode: ServerVerdict] = [
    .appNotVerified: .init(.appVerification, "the app could not be verified"),
    .captchaCheckFailed: .init(
      .appVerification, "the reCAPTCHA was not accepted",
      "its token is short-lived, and the project has to authorize the page's domain: --page-host names another"
    ),
    .invalidAppCredential: .init(.appVerification, "the app's proof was not accepted"),
    .missingAppCredential: .init(.appVerification, "the server requires the app to be verified"),
    .missingClientIdentifier: .init(.appVerification, "the server requires the app to be verified"),
    .missingIOSAppToken: .init(.appVerification, "the server needs a device token"),
    .recaptchaNotEnabled: .init(.appVerification, "reCAPTCHA Enterprise is not enabled for the project"),
    .missingRecaptchaToken: .init(.appVerification, "the server needs a reCAPTCHA token"),
    .invalidRecaptchaToken: .init(.appVerification, "the reCAPTCHA token was not accepted"),
    .invalidRecaptchaAction: .init(.appVerification, "the reCAPTCHA token is for another action"),
    .missingClientType: .init(.appVerification, "the server needs to know the kind of app"),
    .missingRecaptchaVersion: .init(.appVerification, "the server needs the reCAPTCHA version"),
    .invalidRecaptchaVersion: .init(.appVerification, "the server does not take this reCAPTCHA version"),
  ]

  private static let project: [ServerErrorCode: ServerVerdict] = [
    .operationNotAllowed: .init(
      .project, "the project does not allow this", Hint(console + "Sign-in method, enable the provider"),
      page: .signInMethods, showsDetail: true),
    .passwordLoginDisabled: .init(
      .project, "the project does not allow passwords",
      Hint(console + "Sign-in method, enable Email/Password"),
      page: .signInMethods),
    .adminOnlyOperation: .init(
      .project, "the project leaves this to administrators", Hint(console + "Settings > User actions"),
      page: .settings),
    .blockingFunctionErrorResponse: .init(
      .project, "a blocking function of the project refused", showsDetail: true),
    .apiKeyInvalid: .init(
      .project, "the API key is not valid", "copy it from the console's Project settings > General",
      page: .general),
    .appNotAuthorized: .init(
      .project, "the API key may not be used from here",
      "its restrictions are in the Google Cloud console under APIs & Services > Credentials",
      page: .credentials, showsDetail: true),
    .unauthorizedDomain: .init(
      .project, "the continue URL's domain is not authorized",
      Hint(console + "Settings > Authorized domains"),
      page: .settings),
    .invalidHostingLinkDomain: .init(
      .project, "the link domain is not one of the project's Hosting domains",
      "see Hosting in the Firebase console", page: .hosting),
    .invalidMessagePayload: .init(
      .project, "the mail's template is not valid", Hint(console + "Templates"), page: .templates),
    .invalidSender: .init(
      .project, "the mail's sender is not valid", Hint(console + "Templates"), page: .templates),
    .tenantIDMismatch: .init(.project, "the session or link belongs to another tenant", "check --tenant"),
    .invalidDisplayName: .init(
      .data, "that is no name for a tenant", "4 to 20 letters, digits and hyphens, a letter first"),
    .invalidTenantID: .init(
      .project, "the project has no such tenant", "check --tenant against the tenants", page: .tenants),
    .tenantNotFound: .init(
      .project, "the project has no such tenant", "check --tenant against the tenants", page: .tenants),
    .unsupportedTenantOperation: .init(.project, "tenants cannot do this"),
    .projectDisabled: .init(
      .project, "the project is disabled", "its owner may enable it in the console", page: .general),
    .billingNotEnabled: .init(
      .project, "the project has no billing account, so it sends no SMS",
      "use a fictional number, or upgrade the project to the Blaze plan in the console", page: .billing),
    .invalidProjectID: .init(.project, "that is another project's", "check --project"),
    .configurationNotFound: .init(
      .project, "Authentication is not set up in the project", Hint(console + "Get started"),
      page: .authentication),
    .permissionDenied: .init(.project, "the server does not allow this", showsDetail: true),
    .unauthenticated: .init(
      .project, "the server needs its owner's token",
      "set USHER_OWNER_TOKEN to it, as the server was given it"),
    .invalidTestingPhoneNumber: .init(
      .conflict, "that cannot be a fictional number", "a number nobody has, and a code of six digits",
      showsDetail: true),
  ]

  private static let requests: [ServerErrorCode: ServerVerdict] = [
    .invalidArgument: .init(.data, "the server does not understand the request", showsDetail: true),
    .invalidProfileAttribute: .init(.data, "the server does not take that of a person", showsDetail: true),
    .invalidReqType: .init(.data, "the server does not know that kind of request"),
    .missingReqType: .init(.usage, "the kind of request is missing"),
    .insufficientPermission: .init(.data, "only an administrator may set that"),
    .unexpectedParameter: .init(.data, "the server does not take that here", showsDetail: true),
    .invalidContinueURI: .init(.data, "the continue URL is not valid", "it starts with https://"),
    .missingContinueURI: .init(.usage, "the continue URL is missing"),
    .missingAndroidPackageName: .init(.usage, "the Android package is missing"),
    .missingIOSBundleID: .init(.usage, "the iOS bundle id is missing"),
    .resetPasswordExceedLimit: .init(.rateLimited, "too many reset mails were asked for", "wait a while"),
    .invalidDuration: .init(.data, "that duration is not allowed"),
    .invalidPageSelection: .init(.data, "that page does not exist"),
    .localIDListExceedsLimit: .init(.data, "too many accounts at once"),
    .notDisabled: .init(.data, "the account must be disabled first"),
    .invalidClaims: .init(.data, "the claims are no JSON object"),
    .forbiddenClaim: .init(.data, "that claim's name is reserved", showsDetail: true),
    .claimsTooLarge: .init(.data, "the claims are larger than 1000 characters"),
    .notFound: .init(
      .unavailable, "the server does not know this call", "is this an Identity Toolkit server?", retry: .never
    ),
    .notImplemented: .init(
      .unavailable, "this server cannot do that", "Firebase's emulator lacks some calls that usher serve has",
      retry: .never),
    .internalError: .init(.unavailable, "the server has a problem of its own", showsDetail: true),
    .requestTooSlow: .init(
      .unavailable, "the request reached the server too slowly, and it stopped waiting",
      "try again over a faster connection"),
    .unavailable: .init(.unavailable, "the server cannot do that now", "try again", showsDetail: true),
  ]
}
