import CommandKit
import IdentityToolkit

extension ServerErrorExit {
  /// Every code that the service is known to send: exit status and hint. `RefusalMeaning` has name and sentence.
  static let table: [ServerErrorCode: ServerErrorExit] = codesAndLinks.merging(credentials) { first, _ in
    first
  }
  .merging(account) { first, _ in first }
  .merging(secondFactors) { first, _ in first }
  .merging(appVerification) { first, _ in first }
  .merging(project) { first, _ in first }
  .merging(requests) { first, _ in first }

  private static let sendAgain = Hint("ask for a new one with", ["usher", "verify-phone", "--resend"])
  private static let console = "in the Firebase console, under Authentication > "

  private static let codesAndLinks: [ServerErrorCode: ServerErrorExit] = [
    .invalidCode: .init(
      .rejected, "check the latest message and try again"),
    .missingCode: .init(.usage, "a code has six digits"),
    .sessionExpired: .init(.expired, sendAgain),
    .invalidSessionInfo: .init(
      .expired, sendAgain),
    .missingSessionInfo: .init(.usage, "usher verify-phone gives one"),
    .invalidTemporaryProof: .init(
      .rejected,
      Hint("verify the number again", ["usher", "verify-phone"])),
    .tooManyAttemptsTryLater: .init(.rateLimited, "wait, then try again"),
    .quotaExceeded: .init(
      .rateLimited,
      "use a fictional number for tests (usher local test-number, or the console), or wait", showsDetail: true
    ),
    .invalidPhoneNumber: .init(
      .data,
      "write it with its country code, like +1 650-555-3434"),
    .missingPhoneNumber: .init(.usage, "give it with its country code"),
    .expiredOOBCode: .init(
      .expired,
      Hint("mail scanners sometimes open links first").then(
        "ask for a new one with", ["usher", "send-link", "--resend"])),
    .invalidOOBCode: .init(
      .expired,
      Hint("mail scanners sometimes open links first").then(
        "ask for a new one with", ["usher", "send-link", "--resend"])),
    .missingOOBCode: .init(.usage, "paste the whole link from the mail"),
  ]

  private static let credentials: [ServerErrorCode: ServerErrorExit] = [
    .invalidEmail: .init(
      .data,
      "it looks like name@example.com, with Latin letters before the @"),
    .invalidIdentifier: .init(.data, "it looks like name@example.com"),
    .invalidNewEmail: .init(.data, "it looks like name@example.com"),
    .invalidRecipientEmail: .init(.data),
    .missingEmail: .init(.usage),
    .missingNewEmail: .init(.usage),
    .missingIdentifier: .init(.usage),
    .emailNotFound: .init(.rejected),
    .invalidPassword: .init(.rejected),
    .invalidLoginCredentials: .init(.rejected),
    .missingPassword: .init(
      .usage, "pass it with --password-file or --password-stdin"),
    .weakPassword: .init(.data, showsDetail: true),
    .passwordDoesNotMeetRequirements: .init(
      .data, showsDetail: true),
    .invalidCustomToken: .init(
      .rejected, "it is valid for an hour at most; get a new one"),
    .missingCustomToken: .init(.usage),
    .credentialMismatch: .init(
      .rejected,
      "it must come from this project's service account"),
    .invalidIDPResponse: .init(
      .rejected, showsDetail: true),
    .invalidCredentialOrProviderID: .init(.rejected),
    .rejectedCredential: .init(.rejected),
    .invalidPendingToken: .init(.rejected, "start it again"),
    .missingOrInvalidNonce: .init(.rejected),
    .invalidProviderID: .init(.data, "like google.com or oidc.name"),
    .missingProviderID: .init(.usage),
    .missingRawID: .init(.usage),
    .missingRequestURI: .init(.usage),
    .invalidRequestURI: .init(.data),
    .passkeyCredentialNotFound: .init(.rejected),
    .invalidCredentialID: .init(.data),
  ]

  private static let account: [ServerErrorCode: ServerErrorExit] = [
    .userDisabled: .init(.account, "an administrator can enable it again"),
    .userNotFound: .init(
      .notSignedIn, Hint("sign in again with", ["usher", "signin"])),
    .invalidIDToken: .init(
      .notSignedIn, Hint("sign in again with", ["usher", "signin"])),
    .missingIDToken: .init(
      .notSignedIn, Hint("sign in with", ["usher", "verify-phone"])),
    .tokenExpired: .init(
      .notSignedIn, Hint("sign in again with", ["usher", "signin"])),
    .invalidRefreshToken: .init(
      .notSignedIn,
      Hint("sign in again with", ["usher", "signin"])),
    .missingRefreshToken: .init(
      .notSignedIn, Hint("sign in again with", ["usher", "signin"])),
    .invalidGrantType: .init(.notSignedIn, "sign in again"),
    .missingGrantType: .init(.notSignedIn, "sign in again"),
    .projectNumberMismatch: .init(
      .notSignedIn, Hint("sign in again with", ["usher", "signin"])),
    .credentialTooOldLoginAgain: .init(
      .reauthNeeded, Hint("re-authenticate with", ["usher", "reauth"])),
    .emailExists: .init(
      .conflict, "sign in to that account, or use another address"),
    .duplicateEmail: .init(.conflict),
    .phoneNumberExists: .init(.conflict),
    .duplicateLocalID: .init(.conflict),
    .credentialAlreadyInUse: .init(.conflict),
    .federatedUserIDAlreadyLinked: .init(.conflict),
    .providerAlreadyLinked: .init(.conflict),
    .unverifiedEmail: .init(
      .account,
      Hint("verify it with", ["usher", "send-link", "--purpose", "verify-email"])),
    .unsupportedFirstFactor: .init(
      .account,
      Hint("sign in with a password, a mailed link or an identity provider", ["usher", "signin"]),
      showsDetail: true),
    .emailChangeNeedsVerification: .init(
      .project,
      Hint("verify it with", ["usher", "send-link", "--purpose", "change-email"])),
    .missingUserAccount: .init(.usage),
    .missingLocalID: .init(.usage),
  ]

  private static let secondFactors: [ServerErrorCode: ServerErrorExit] = [
    .mfaEnrollmentNotFound: .init(
      .rejected, Hint("see", ["usher", "mfa", "list"])),
    .missingMFAEnrollmentID: .init(
      .usage, Hint("see", ["usher", "mfa", "list"])),
    .missingMFAPendingCredential: .init(.usage, "start the sign-in again"),
    .missingCredential: .init(.usage, "start the sign-in again"),
    .invalidMFAPendingCredential: .init(
      .expired, "start the sign-in again"),
    .totpChallengeTimeout: .init(
      .expired, "start the sign-in again"),
    .secondFactorExists: .init(
      .conflict, Hint("see", ["usher", "mfa", "list"])),
    .secondFactorLimitExceeded: .init(
      .conflict,
      Hint("unenroll one with usher mfa unenroll").then("see", ["usher", "mfa", "list"])),
    .mfaEnrollmentAlreadyComplete: .init(
      .conflict, Hint("see", ["usher", "mfa", "list"])),
    .tooManyEnrollmentAttempts: .init(
      .rateLimited,
      Hint("start it again with", ["usher", "mfa", "enroll"])),
    .missingDisplayName: .init(.usage, "give one with --name"),
    .invalidMFAEnrollmentID: .init(
      .data, Hint("see", ["usher", "mfa", "list"])),
    .invalidMFAPhoneNumber: .init(.data),
    .duplicateMFAEnrollmentID: .init(.data),
    .unsupportedSecondFactor: .init(.data),
  ]

  private static let appVerification: [ServerErrorCode: ServerErrorExit] = [
    .appNotVerified: .init(.appVerification),
    .captchaCheckFailed: .init(
      .appVerification,
      "its token is short-lived, and the project has to authorize the page's domain: --page-host names another"
    ),
    .invalidAppCredential: .init(.appVerification),
    .missingAppCredential: .init(.appVerification),
    .missingClientIdentifier: .init(.appVerification),
    .missingIOSAppToken: .init(.appVerification),
    .recaptchaNotEnabled: .init(.appVerification),
    .missingRecaptchaToken: .init(.appVerification),
    .invalidRecaptchaToken: .init(.appVerification),
    .invalidRecaptchaAction: .init(.appVerification),
    .missingClientType: .init(.appVerification),
    .missingRecaptchaVersion: .init(.appVerification),
    .invalidRecaptchaVersion: .init(.appVerification),
  ]

  private static let project: [ServerErrorCode: ServerErrorExit] = [
    .operationNotAllowed: .init(
      .project, Hint(console + "Sign-in method, enable the provider"),
      page: .signInMethods, showsDetail: true),
    .passwordLoginDisabled: .init(
      .project,
      Hint(console + "Sign-in method, enable Email/Password"),
      page: .signInMethods),
    .adminOnlyOperation: .init(
      .project, Hint(console + "Settings > User actions"),
      page: .settings),
    .blockingFunctionErrorResponse: .init(
      .project, showsDetail: true),
    .apiKeyInvalid: .init(
      .project, "copy it from the console's Project settings > General",
      page: .general),
    .appNotAuthorized: .init(
      .project,
      "its restrictions are in the Google Cloud console under APIs & Services > Credentials",
      page: .credentials, showsDetail: true),
    .unauthorizedDomain: .init(
      .project,
      Hint(console + "Settings > Authorized domains"),
      page: .settings),
    .invalidHostingLinkDomain: .init(
      .project,
      "see Hosting in the Firebase console", page: .hosting),
    .invalidMessagePayload: .init(
      .project, Hint(console + "Templates"), page: .templates),
    .invalidSender: .init(
      .project, Hint(console + "Templates"), page: .templates),
    .tenantIDMismatch: .init(.project, "check --tenant"),
    .invalidDisplayName: .init(
      .data, "4 to 20 letters, digits and hyphens, a letter first"),
    .invalidTenantID: .init(
      .project, "check --tenant against the tenants", page: .tenants),
    .tenantNotFound: .init(
      .project, "check --tenant against the tenants", page: .tenants),
    .tenantDeleted: .init(.project, "check --tenant against the tenants", page: .tenants),
    .tenantDisabled: .init(.project, "enable sign-in for the tenant in the console", page: .tenants),
    .dynamicLinkNotActivated: .init(.project, "use a Hosting domain for links", page: .hosting),
    .unsupportedTenantOperation: .init(.project),
    .projectDisabled: .init(
      .project, "its owner may enable it in the console", page: .general),
    .billingNotEnabled: .init(
      .project,
      "use a fictional number, or upgrade the project to the Blaze plan in the console", page: .billing),
    .invalidProjectID: .init(.project, "check --project"),
    .configurationNotFound: .init(
      .project, Hint(console + "Get started"),
      page: .authentication),
    .permissionDenied: .init(.project, showsDetail: true),
    .unauthenticated: .init(
      .project,
      "set USHER_OWNER_TOKEN to it, as the server was given it"),
    .invalidTestingPhoneNumber: .init(
      .conflict, "a number nobody has, and a code of six digits",
      showsDetail: true),
  ]

  private static let requests: [ServerErrorCode: ServerErrorExit] = [
    .invalidArgument: .init(.data, showsDetail: true),
    .invalidProfileAttribute: .init(.data, showsDetail: true),
    .invalidReqType: .init(.data),
    .missingReqType: .init(.usage),
    .insufficientPermission: .init(.data),
    .unexpectedParameter: .init(.data, showsDetail: true),
    .invalidContinueURI: .init(.data, "it starts with https://"),
    .missingContinueURI: .init(.usage),
    .missingAndroidPackageName: .init(.usage),
    .missingIOSBundleID: .init(.usage),
    .resetPasswordExceedLimit: .init(.rateLimited, "wait a while"),
    .invalidDuration: .init(.data),
    .invalidPageSelection: .init(.data),
    .localIDListExceedsLimit: .init(.data),
    .notDisabled: .init(.data),
    .invalidClaims: .init(.data),
    .forbiddenClaim: .init(.data, showsDetail: true),
    .claimsTooLarge: .init(.data),
    .notFound: .init(
      .unavailable, "is this an Identity Toolkit server?", retry: .never
    ),
    .notImplemented: .init(
      .unavailable, "Firebase's emulator lacks some calls that usher serve has",
      retry: .never),
    .internalError: .init(.unavailable, showsDetail: true),
    .requestTooSlow: .init(
      .unavailable,
      "try again over a faster connection"),
    .unavailable: .init(.unavailable, "try again", showsDetail: true),
  ]
}
