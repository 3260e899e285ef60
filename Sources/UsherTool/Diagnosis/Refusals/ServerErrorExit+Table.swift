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

  private static let sendAgain = Hint("get a new one", ["usher", "verify-phone", "--resend"])
  private static let forgotten = Hint(
    "forgot the password?", template: ["usher", "send-link", "EMAIL", "--purpose", "reset-password"])
  private static let console = "in the Firebase console, under Authentication > "

  private static let codesAndLinks: [ServerErrorCode: ServerErrorExit] = [
    .invalidCode: .init(
      .rejected, "check the latest message and try again"),
    .missingCode: .init(.usage, "a code has six digits"),
    .sessionExpired: .init(.expired, sendAgain),
    .invalidSessionInfo: .init(
      .expired, sendAgain),
    .missingSessionInfo: .init(.usage, Hint("get one", template: ["usher", "verify-phone", "NUMBER"])),
    .invalidTemporaryProof: .init(
      .rejected,
      Hint("verify the number again", ["usher", "verify-phone"])),
    .tooManyAttemptsTryLater: .init(.rateLimited, "wait, then try again"),
    .quotaExceeded: .init(
      .rateLimited,
      "wait, or use a fictional number for tests", showsDetail: true
    ),
    .invalidPhoneNumber: .init(
      .data,
      "write it with its country code, as in +1 650-555-3434"),
    .missingPhoneNumber: .init(.usage, "write it with its country code, as in +16505553434"),
    .expiredOOBCode: .init(
      .expired,
      Hint("get a new one", ["usher", "send-link", "--resend"]).because(
        "mail scanners sometimes open links first")),
    .invalidOOBCode: .init(
      .expired,
      Hint("get a new one", ["usher", "send-link", "--resend"]).because(
        "mail scanners sometimes open links first")),
    .missingOOBCode: .init(.usage, "paste the whole link from the mail"),
  ]

  private static let credentials: [ServerErrorCode: ServerErrorExit] = [
    .invalidEmail: .init(
      .data,
      "write it as in name@example.com, with Latin letters before the @"),
    .invalidIdentifier: .init(.data, "write it as in name@example.com"),
    .invalidNewEmail: .init(.data, "write it as in name@example.com"),
    .invalidRecipientEmail: .init(.data),
    .missingEmail: .init(.usage),
    .missingNewEmail: .init(.usage),
    .missingIdentifier: .init(.usage),
    .emailNotFound: .init(
      .rejected, Hint("create one", template: ["usher", "signup", "--email", "EMAIL"])),
    .invalidPassword: .init(.rejected, forgotten),
    .invalidLoginCredentials: .init(
      .rejected, forgotten.then("no account yet?", template: ["usher", "signup", "--email", "EMAIL"])),
    .missingPassword: .init(
      .usage, "pass it with --password-file or --password-stdin"),
    .weakPassword: .init(.data, showsDetail: true),
    .passwordDoesNotMeetRequirements: .init(
      .data, showsDetail: true),
    .invalidCustomToken: .init(
      .rejected, "it is valid for one hour at most: get a new one"),
    .missingCustomToken: .init(.usage),
    .credentialMismatch: .init(
      .rejected,
      "get one from this project's service account"),
    .invalidIDPResponse: .init(
      .rejected, showsDetail: true),
    .invalidCredentialOrProviderID: .init(.rejected),
    .rejectedCredential: .init(.rejected),
    .invalidPendingToken: .init(.rejected, Hint("start the sign-in again", ["usher", "signin"])),
    .missingOrInvalidNonce: .init(.rejected),
    .invalidProviderID: .init(.data, "name it as in google.com or oidc.name"),
    .missingProviderID: .init(.usage),
    .missingRawID: .init(.usage),
    .missingRequestURI: .init(.usage),
    .invalidRequestURI: .init(.data),
    .passkeyCredentialNotFound: .init(.rejected),
    .invalidCredentialID: .init(.data),
  ]

  private static let account: [ServerErrorCode: ServerErrorExit] = [
    .userDisabled: .init(.account, "ask an administrator to enable it"),
    .userNotFound: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .invalidIDToken: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .missingIDToken: .init(
      .notSignedIn, Hint("sign in", ["usher", "signin"])),
    .tokenExpired: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .invalidRefreshToken: .init(
      .notSignedIn,
      Hint("sign in again", ["usher", "signin"])),
    .missingRefreshToken: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .invalidGrantType: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .missingGrantType: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .projectNumberMismatch: .init(
      .notSignedIn, Hint("sign in again", ["usher", "signin"])),
    .credentialTooOldLoginAgain: .init(
      .reauthNeeded, Hint("re-authenticate", ["usher", "reauth"])),
    .emailExists: .init(
      .conflict,
      Hint("sign in to that account", template: ["usher", "signin", "EMAIL"]).then("or use another address")),
    .duplicateEmail: .init(.conflict, "use another address"),
    .phoneNumberExists: .init(
      .conflict,
      Hint("sign in to that account", template: ["usher", "signin", "NUMBER"]).then("or use another number")),
    .duplicateLocalID: .init(.conflict, "use another id"),
    .credentialAlreadyInUse: .init(.conflict, "sign in to the other account, or use another credential"),
    .federatedUserIDAlreadyLinked: .init(.conflict, "sign in to the other account, or use another identity"),
    .providerAlreadyLinked: .init(
      .conflict, Hint("unlink it first", template: ["usher", "unlink", "PROVIDER"])),
    .unverifiedEmail: .init(
      .account,
      Hint("verify it", ["usher", "send-link", "--purpose", "verify-email"])),
    .unsupportedFirstFactor: .init(
      .account,
      Hint("sign in with a password, a mailed link or an identity provider", ["usher", "signin"]),
      showsDetail: true),
    .emailChangeNeedsVerification: .init(
      .project,
      Hint("verify it", ["usher", "send-link", "--purpose", "change-email"])),
    .missingUserAccount: .init(.usage),
    .missingLocalID: .init(.usage),
  ]

  private static let secondFactors: [ServerErrorCode: ServerErrorExit] = [
    .mfaEnrollmentNotFound: .init(
      .rejected, Hint("see the second factors", ["usher", "mfa", "list"])),
    .missingMFAEnrollmentID: .init(
      .usage, Hint("see the second factors", ["usher", "mfa", "list"])),
    .missingMFAPendingCredential: .init(.usage, Hint("start the sign-in again", ["usher", "signin"])),
    .missingCredential: .init(.usage, Hint("start the sign-in again", ["usher", "signin"])),
    .invalidMFAPendingCredential: .init(
      .expired, Hint("start the sign-in again", ["usher", "signin"])),
    .totpChallengeTimeout: .init(
      .expired, Hint("start the sign-in again", ["usher", "signin"])),
    .secondFactorExists: .init(
      .conflict, Hint("see the second factors", ["usher", "mfa", "list"])),
    .secondFactorLimitExceeded: .init(
      .conflict,
      Hint("see the second factors", ["usher", "mfa", "list"]).then(
        "unenroll one", template: ["usher", "mfa", "unenroll", "FACTOR"])),
    .mfaEnrollmentAlreadyComplete: .init(
      .conflict, Hint("see the second factors", ["usher", "mfa", "list"])),
    .tooManyEnrollmentAttempts: .init(
      .rateLimited,
      Hint("start the enrollment again", template: ["usher", "mfa", "enroll", "sms|totp"])),
    .missingDisplayName: .init(.usage, "name one with --name"),
    .invalidMFAEnrollmentID: .init(
      .data, Hint("see the second factors", ["usher", "mfa", "list"])),
    .invalidMFAPhoneNumber: .init(.data),
    .duplicateMFAEnrollmentID: .init(.data),
    .unsupportedSecondFactor: .init(.data),
  ]

  private static let appVerification: [ServerErrorCode: ServerErrorExit] = [
    .appNotVerified: .init(.appVerification),
    .captchaCheckFailed: .init(
      .appVerification,
      Hint("run the command again, and name the page's host with --page-host").because(
        "its token is short-lived, and the project must authorize the domain of the page")
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
      .project, Hint(console + "Settings > User actions, allow it"),
      page: .settings),
    .blockingFunctionErrorResponse: .init(
      .project, showsDetail: true),
    .apiKeyInvalid: .init(
      .project, "copy it from the Firebase console, under Project settings > General",
      page: .general),
    .appNotAuthorized: .init(
      .project,
      "change its restrictions in the Google Cloud console, under APIs & Services > Credentials",
      page: .credentials, showsDetail: true),
    .unauthorizedDomain: .init(
      .project,
      Hint(console + "Settings > Authorized domains, add the domain"),
      page: .settings),
    .invalidHostingLinkDomain: .init(
      .project,
      "see the domains in the Firebase console, under Hosting", page: .hosting),
    .invalidMessagePayload: .init(
      .project, Hint(console + "Templates, correct it"), page: .templates),
    .invalidSender: .init(
      .project, Hint(console + "Templates, correct it"), page: .templates),
    .tenantIDMismatch: .init(.project, "check --tenant"),
    .invalidDisplayName: .init(
      .data, "use 4 to 20 letters, digits and hyphens, and begin with a letter"),
    .invalidTenantID: .init(
      .project, "check --tenant, and compare it with the project's tenants", page: .tenants),
    .tenantNotFound: .init(
      .project, "check --tenant, and compare it with the project's tenants", page: .tenants),
    .tenantDeleted: .init(
      .project, "check --tenant, and compare it with the project's tenants", page: .tenants),
    .tenantDisabled: .init(
      .project, "ask the project's owner to enable the tenant in the Firebase console", page: .tenants),
    .dynamicLinkNotActivated: .init(
      .project, "use a domain of Firebase Hosting for links", page: .hosting),
    .unsupportedTenantOperation: .init(.project),
    .projectDisabled: .init(
      .project, "ask the project's owner to enable it in the Firebase console", page: .general),
    .billingNotEnabled: .init(
      .project,
      "use a fictional number, or upgrade the project to the Blaze plan in the Firebase console",
      page: .billing),
    .invalidProjectID: .init(.project, "check --project"),
    .configurationNotFound: .init(
      .project, Hint(console + "Get started, set it up"),
      page: .authentication),
    .permissionDenied: .init(.project, showsDetail: true),
    .unauthenticated: .init(
      .project,
      "set USHER_OWNER_TOKEN to the server's owner token"),
    .invalidTestingPhoneNumber: .init(
      .conflict, "use a number that nobody has, and a code of six digits",
      showsDetail: true),
  ]

  private static let requests: [ServerErrorCode: ServerErrorExit] = [
    .invalidArgument: .init(.data, showsDetail: true),
    .invalidProfileAttribute: .init(.data, showsDetail: true),
    .invalidReqType: .init(.data),
    .missingReqType: .init(.usage),
    .insufficientPermission: .init(.data),
    .unexpectedParameter: .init(.data, showsDetail: true),
    .invalidContinueURI: .init(.data, "write a URL that starts with https://"),
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
      .unavailable, "check that this is an Identity Toolkit server", retry: .never
    ),
    .notImplemented: .init(
      .unavailable, "use usher serve: it supports more calls than Firebase's emulator",
      retry: .never),
    .internalError: .init(.unavailable, showsDetail: true),
    .requestTooSlow: .init(
      .unavailable,
      "try again over a faster connection"),
    .unavailable: .init(.unavailable, "try again", showsDetail: true),
  ]
}
