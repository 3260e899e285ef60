import CommandKit
import Essentials
import IdentityToolkit

extension ServerErrorExit {
  /// Every code that the service is known to send: exit status and hint. `RefusalMeaning` has name and sentence.
  static let table: [ServerErrorCode: ServerErrorExit] = [
    codesAndLinks, credentials, account, secondFactors, appVerification, project, requests,
  ].reduce([:]) { table, part in table.merging(part) { first, _ in first } }

  private static let sendAgain = Hint("get a new code", ["usher", "verify-phone", "--resend"])
  private static let mailAgain = Hint("get a new one", ["usher", "send-link", "--resend"]).because(
    "mail scanners sometimes open links first")
  private static let signInAgain = Hint("sign in again", ["usher", "signin"])
  private static let startAgain = Hint("start the sign-in again", ["usher", "signin"])
  private static let seeFactors = Hint("see the second factors", ["usher", "mfa", "list"])
  private static let noTenant = ServerErrorExit(
    .project,
    "compare --tenant with the list in the Google Cloud console, under Identity Platform > Tenants",
    page: .tenants)
  private static let badTemplate = ServerErrorExit(
    .project, console("correct it", "Templates"), page: .templates)
  private static let forgotten = Hint(
    "forgot the password?", template: ["usher", "send-link", "EMAIL", "--purpose", "reset-password"])
  private static let otherPasskey = Hint(
    "use another passkey, or sign in another way", ["usher", "signin"]
  ).because("this one may have been removed, or be of another server")
  private static let providerAgain = Hint(
    "sign in with the provider again", template: ["usher", "signin", "PROVIDER"])
  /// No user can cause such a refusal.
  private static let fault = Hint("run the command again with --debug, and report the output").because(
    "this is probably a fault of usher or of the server")

  private static func console(_ task: Text, _ place: String) -> Hint {
    Hint("\(task) in the Firebase console, under Authentication > \(place)")
  }

  private static let codesAndLinks: [ServerErrorCode: ServerErrorExit] = [
    .invalidCode: .init(
      .rejected, "check the latest message and try again"),
    .missingCode: .init(.usage, "a code has six digits"),
    .sessionExpired: .init(.expired, sendAgain),
    .invalidSessionInfo: .init(
      .expired, sendAgain),
    .missingSessionInfo: .init(.usage, Hint("get a code", template: ["usher", "verify-phone", "NUMBER"])),
    .invalidTemporaryProof: .init(
      .rejected,
      Hint("verify the number again", ["usher", "verify-phone"])),
    .tooManyAttemptsTryLater: .init(.rateLimited, "wait, then try again"),
    .quotaExceeded: .init(
      .rateLimited,
      "try again later, or use a fictional number for tests", showsDetail: true
    ),
    .invalidPhoneNumber: .init(
      .data,
      "include the country code, for example +1 650-555-3434"),
    .missingPhoneNumber: .init(.usage, "include the country code, for example +16505553434"),
    .expiredOOBCode: .init(.expired, mailAgain),
    .invalidOOBCode: .init(.expired, mailAgain),
    .missingOOBCode: .init(.usage, "paste the whole link from the mail"),
  ]

  private static let credentials: [ServerErrorCode: ServerErrorExit] = [
    .invalidEmail: .init(
      .data,
      "use the form name@example.com, with Latin letters before the @"),
    .invalidIdentifier: .init(.data, "use the form name@example.com"),
    .invalidNewEmail: .init(.data, "use the form name@example.com"),
    .invalidRecipientEmail: .init(.data, "check the address"),
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
    .weakPassword: .init(.data, "use at least six characters"),
    .passwordDoesNotMeetRequirements: .init(.data),
    .invalidCustomToken: .init(
      .rejected, "create a new one: a custom token expires after one hour"),
    .missingCustomToken: .init(.usage, "pass it with --token-file"),
    .credentialMismatch: .init(
      .rejected,
      "create the token with a service account of this project"),
    .invalidIDPResponse: .init(
      .rejected, providerAgain, showsDetail: true),
    .invalidCredentialOrProviderID: .init(.rejected, providerAgain),
    .rejectedCredential: .init(.rejected, startAgain),
    .invalidPendingToken: .init(.rejected, startAgain),
    .missingOrInvalidNonce: .init(
      .rejected, providerAgain.then("for your own ID token, pass its raw nonce with --nonce-file")),
    .invalidProviderID: .init(.data, "use a provider such as google, google.com or oidc.NAME"),
    .missingProviderID: .init(.usage, "use a provider such as google, google.com or oidc.NAME"),
    .missingRawID: .init(.usage),
    .missingRequestURI: .init(.usage, fault),
    .invalidRequestURI: .init(.data, fault),
    .passkeyCredentialNotFound: .init(.rejected, otherPasskey),
    .passkeyEnrollmentNotFound: .init(.rejected, otherPasskey),
    .invalidCredentialID: .init(.data),
    .invalidAuthenticatorResponse: .init(
      .rejected, "use another passkey; with --key-file or --security-key, --origin names the page",
      showsDetail: true),
    .missingAuthenticatorResponse: .init(.usage, fault),
    .passkeyChallengeTimeout: .init(.expired, "try again"),
    .passkeyExists: .init(.conflict, "use another passkey, or sign in with this one"),
    .passkeyLimitExceeded: .init(
      .conflict, Hint("remove one first", ["usher", "passkey", "list"])),
    .passkeyNotEnabled: .init(.project, console("enable passkeys", "Sign-in method"), page: .passkeys),
  ]

  private static let account: [ServerErrorCode: ServerErrorExit] = [
    .userDisabled: .init(.account, "ask an administrator to enable it"),
    .userNotFound: .init(
      .notSignedIn, Hint("sign in to another account", ["usher", "signin"])),
    .invalidIDToken: .init(.notSignedIn, signInAgain),
    .missingIDToken: .init(
      .notSignedIn, Hint("sign in", ["usher", "signin"])),
    .tokenExpired: .init(
      .notSignedIn,
      signInAgain.because("a new password, for example, ends the sessions")),
    .invalidRefreshToken: .init(.notSignedIn, signInAgain),
    .missingRefreshToken: .init(.notSignedIn, signInAgain),
    .invalidGrantType: .init(.notSignedIn, fault),
    .missingGrantType: .init(.notSignedIn, fault),
    .projectNumberMismatch: .init(
      .notSignedIn, Hint("sign in to this project", ["usher", "signin"])),
    .credentialTooOldLoginAgain: .init(
      .reauthNeeded, Hint(Text("re-authenticate"), ["usher", "reauth"])),
    .emailExists: .init(
      .conflict,
      Hint("sign in to that account", template: ["usher", "signin", "EMAIL"]).then("or use another address")),
    .duplicateEmail: .init(.conflict, "use another address"),
    .phoneNumberExists: .init(
      .conflict,
      Hint("sign in to that account", template: ["usher", "signin", "NUMBER"]).then("or use another number")),
    .duplicateLocalID: .init(.conflict, "use another uid"),
    .credentialAlreadyInUse: .init(
      .conflict, "sign in to the other account, or use another number or provider"),
    .federatedUserIDAlreadyLinked: .init(
      .conflict, "sign in as that user, or use another account at the provider"),
    .providerAlreadyLinked: .init(
      .conflict, Hint("unlink it first", template: ["usher", "unlink", "PROVIDER"])),
    .unverifiedEmail: .init(
      .account,
      Hint("verify it", ["usher", "send-link", "--purpose", "verify-email"])),
    .unsupportedFirstFactor: .init(
      .account,
      Hint("sign in with a password, an e-mail link or an identity provider", ["usher", "signin"]),
      showsDetail: true),
    .emailChangeNeedsVerification: .init(
      .project,
      Hint("verify it", ["usher", "send-link", "--purpose", "change-email"])),
    .missingUserAccount: .init(.usage),
    .missingLocalID: .init(.usage, fault),
  ]

  private static let secondFactors: [ServerErrorCode: ServerErrorExit] = [
    .mfaEnrollmentNotFound: .init(.rejected, seeFactors),
    .missingMFAEnrollmentID: .init(.usage, seeFactors),
    .missingMFAPendingCredential: .init(.usage, startAgain),
    .missingCredential: .init(.usage, startAgain),
    .invalidMFAPendingCredential: .init(.expired, startAgain),
    .totpChallengeTimeout: .init(.expired, startAgain),
    .secondFactorExists: .init(.conflict, seeFactors),
    .secondFactorLimitExceeded: .init(
      .conflict,
      seeFactors.then(
        "unenroll one", template: ["usher", "mfa", "unenroll", "FACTOR"])),
    .mfaEnrollmentAlreadyComplete: .init(.conflict, seeFactors),
    .tooManyEnrollmentAttempts: .init(
      .rateLimited,
      Hint("start the enrollment again", ["usher", "mfa", "enroll", "totp"])),
    .missingDisplayName: .init(.usage, "give it a name with --name"),
    .invalidMFAEnrollmentID: .init(.data, seeFactors),
    .invalidMFAPhoneNumber: .init(.data, "include the country code, for example +16505553434"),
    .duplicateMFAEnrollmentID: .init(.data, "give each second factor its own id"),
    .unsupportedSecondFactor: .init(.data, "use a phone number or an authenticator app"),
  ]

  private static let appVerification: [ServerErrorCode: ServerErrorExit] = [
    .appNotVerified: .init(.appVerification, Hint.verifyingTheApp),
    .captchaCheckFailed: .init(
      .appVerification,
      Hint("run the command again, and name an authorized domain with --page-host").then(
        console("see these domains", "Settings > Authorized domains")
      ).then("see which scores the project blocks", ["usher", "project", "get", "recaptchaConfig"]).because(
        "the token has expired, the project does not authorize the domain of the reCAPTCHA page, or it blocks the token's score"
      )
    ),
    .invalidAppCredential: .init(.appVerification, Hint.verifyingTheApp),
    .missingAppCredential: .init(.appVerification, Hint.verifyingTheApp),
    .missingClientIdentifier: .init(.appVerification, Hint.verifyingTheApp),
    .missingIOSAppToken: .init(.appVerification, fault),
    .recaptchaNotEnabled: .init(.appVerification, console("enable it", "Settings > reCAPTCHA")),
    .missingRecaptchaToken: .init(.appVerification, Hint.passingRecaptcha),
    .invalidRecaptchaToken: .init(.appVerification, Hint.passingRecaptcha),
    .invalidRecaptchaAction: .init(.appVerification, Hint.passingRecaptcha),
    .missingClientType: .init(.appVerification, fault),
    .missingRecaptchaVersion: .init(.appVerification, fault),
    .invalidRecaptchaVersion: .init(.appVerification, fault),
  ]

  private static let project: [ServerErrorCode: ServerErrorExit] = [
    .operationNotAllowed: .init(
      .project, console("enable it", "Sign-in method"),
      page: .signInMethods, showsDetail: true),
    .passwordLoginDisabled: .init(
      .project,
      console("enable Email/Password", "Sign-in method"),
      page: .signInMethods),
    .adminOnlyOperation: .init(
      .project, console("allow sign-up and deletion by users", "Settings > User actions"),
      page: .signUp),
    .blockingFunctionErrorResponse: .init(
      .project, "see the log of the function: the Firebase console shows it under Functions",
      showsDetail: true),
    .apiKeyInvalid: .init(
      .project,
      "set USHER_API_KEY, or the profile's api-key, to the key in the Firebase console, under Project settings > General",
      page: .general),
    .appNotAuthorized: .init(
      .project,
      "change the restrictions in the Google Cloud console, under APIs & Services > Credentials",
      page: .credentials, showsDetail: true),
    .invalidAppCheckToken: .init(
      .appVerification, "save a token in a file, and give the file with --app-check-token-file"),
    .unauthorizedDomain: .init(
      .project,
      console("add the domain", "Settings > Authorized domains"),
      page: .authorizedDomains(nil)),
    .invalidHostingLinkDomain: .init(
      .project,
      "give --link-domain a custom domain that the Firebase console lists under Hosting", page: .hosting),
    .invalidMessagePayload: badTemplate,
    .invalidSender: badTemplate,
    .tenantIDMismatch: .init(.project, "check --tenant"),
    .invalidDisplayName: .init(
      .data, "use 4 to 20 letters, digits and hyphens, and begin with a letter"),
    .invalidTenantID: noTenant,
    .tenantNotFound: noTenant,
    .tenantDeleted: noTenant,
    .tenantDisabled: .init(
      .project, "ask the project's owner to enable the tenant in the Firebase console", page: .tenants),
    .dynamicLinkNotActivated: .init(
      .project, "use a domain of Firebase Hosting for links", page: .hosting),
    .unsupportedTenantOperation: .init(.project, "run the command without --tenant"),
    .projectDisabled: .init(
      .project, "ask the project's owner to enable it in the Firebase console", page: .general),
    .billingNotEnabled: .init(
      .project,
      "add a fictional number for tests, or upgrade the project to the Blaze plan in the Firebase console",
      page: .billing),
    .invalidProjectID: .init(.project, "check --project"),
    .configurationNotFound: .init(
      .project, "open Authentication in the Firebase console, and click Get started",
      page: .authentication),
    .emailTemplateUpdateNotAllowed: .init(
      .project, "change the sender's name or the address for replies instead", page: .templates),
    .permissionDenied: .init(
      .project, "check the project, its API key and the restrictions of the key", showsDetail: true),
    .unauthenticated: .init(
      .project,
      "set USHER_OWNER_TOKEN to the token in the server's --owner-token-file, or ask its administrator"),
    .invalidTestingPhoneNumber: .init(
      .conflict, "use a number such as +1 650-555-0100, and a code of six digits",
      showsDetail: true),
  ]

  private static let requests: [ServerErrorCode: ServerErrorExit] = [
    .invalidArgument: .init(.data, "run the command with --debug to see the request", showsDetail: true),
    .invalidProfileAttribute: .init(.data, "use another name or photo", showsDetail: true),
    .invalidReqType: .init(.data, fault),
    .missingReqType: .init(.usage, fault),
    .insufficientPermission: .init(.data, "ask an administrator of the project"),
    .unexpectedParameter: .init(.data, fault, showsDetail: true),
    .invalidContinueURI: .init(.data, "give --continue-url a URL that starts with https://"),
    .missingContinueURI: .init(.usage, "pass it with --continue-url"),
    .missingAndroidPackageName: .init(.usage, "pass it with --android-package"),
    .missingIOSBundleID: .init(.usage, "pass it with --ios-bundle-id"),
    .resetPasswordExceedLimit: .init(.rateLimited, "try again later"),
    .invalidDuration: .init(.data),
    .invalidPageSelection: .init(.data, fault),
    .localIDListExceedsLimit: .init(.data, "delete fewer accounts at once"),
    .notDisabled: .init(
      .data, Hint("disable it", template: ["usher", "project", "users", "disable", "USER"])),
    .invalidClaims: .init(.data),
    .forbiddenClaim: .init(.data, "use another name", showsDetail: true),
    .claimsTooLarge: .init(.data),
    .notFound: .init(
      .unavailable,
      Hint("check the server's URL", ["usher", "status"]).because(
        "perhaps this server is not Firebase, the Auth emulator or usher serve"),
      retry: .never
    ),
    .notImplemented: .init(
      .unavailable, "try usher serve: it supports more requests than Firebase's emulator",
      retry: .never),
    .internalError: .init(.unavailable, "try again later", showsDetail: true),
    .requestTooSlow: .init(
      .unavailable,
      "try again over a faster connection"),
    .unavailable: .init(.unavailable, "try again later", showsDetail: true),
  ]
}
