import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

/// What a refusal means to a run of the tool.
struct ServerErrorExit: Sendable {
  var exit: ExitCode
  var hint: Hint?
  var retry: Diagnosis.Retry
  /// Where the project is changed.
  var page: ConsolePage?
  /// The detail says what no sentence of the library's can: which rule, which region.
  var showsDetail: Bool

  init(
    _ exit: ExitCode, _ hint: Hint? = nil, retry: Diagnosis.Retry? = nil,
    page: ConsolePage? = nil, showsDetail: Bool = false
  ) {
    self.exit = exit
    self.hint = hint
    self.retry = retry ?? exit.usualRetry
    self.page = page
    self.showsDetail = showsDetail
  }
}

extension ExitCode {
  /// What mends most failures of this class.
  fileprivate var usualRetry: Diagnosis.Retry {
    switch self {
    case .rejected, .data, .usage: .newInput
    case .rateLimited, .unavailable: .same
    default: .never
    }
  }
}

extension ServerErrorExit {
  /// The verdict on `refusal`; nil for a code that nobody knows.
  /// - Parameter kind: Of the call that was refused.
  init?(_ refusal: ServerError, of kind: CallKind? = nil) {
    // As `RefusalMeaning.of` finds the sentence.
    let byStatus = refusal.status.flatMap { Self.table[ServerErrorCode(rawValue: $0)] }
    let byCause = RefusalCause(refusal, of: kind).flatMap(Self.verdict)
    guard let verdict = byCause ?? Self.table[refusal.code] ?? byStatus else { return nil }
    self = verdict
    if case .method(let method)? = kind { page = .signInMethod(method) }
  }

  /// Nil where the code has the verdict.
  private static func verdict(_ cause: RefusalCause) -> ServerErrorExit? {
    switch cause {
    case .clockSetBack:
      .init(.expired, "correct the server's clock and try again, or start again", retry: .same)
    case .blockedRegion:
      .init(
        .project,
        "allow the region in the Firebase console, under Authentication > Settings > SMS region policy",
        page: .smsRegions(nil), showsDetail: true)
    case .smsWithheld: .init(.unavailable, withheldSMS, showsDetail: true)
    case .smsQuota: .init(.rateLimited, withheldSMS, showsDetail: true)
    case .identityProviderNotAllowed:
      .init(
        .project, "enable the provider in the Firebase console, under Authentication > Sign-in method",
        page: .identityProviders, showsDetail: true)
    case .methodNotAllowed(.anonymous):
      .init(.project, "enable Anonymous in the Firebase console, under Authentication > Sign-in method")
    case .methodNotAllowed: nil
    case .secondFactorNotAllowed(let factor): secondFactorNotAllowed(factor)
    case .tenantsNotAllowed:
      .init(
        .project, "allow tenants in the Google Cloud console, under Identity Platform > Settings > Security",
        page: .multiTenancy)
    case .customTokenOfNobody:
      .init(.rejected, "a uid has 1 to 128 characters: get another token from the service that made this one")
    case .blockedScore:
      .init(
        .appVerification,
        Hint("try again from another browser or network").then(
          "see which scores the project blocks", ["usher", "project", "get", "recaptchaConfig"]),
        showsDetail: true)
    case .tooManyCodes: .init(.rateLimited, "wait, then try again", showsDetail: true)
    case .identityProviderUnreachable:
      .init(
        .unavailable, Hint("see the providers", ["usher", "project", "provider", "list"]), showsDetail: true)
    case .tooManyTestPhoneNumbers:
      .init(
        .conflict, Hint("remove one", template: ["usher", "project", "test-number", "remove", "NUMBER"]),
        showsDetail: true)
    case .testPhoneNumberInUse: .init(.conflict, "use a number that no account has", showsDetail: true)
    case .keyRestricted(let restriction):
      .init(.project, hint(on: restriction), page: .credentials, showsDetail: true)
    case .apiDisabled: .init(.project, "enable it in the Google Cloud console", page: .identityToolkitAPI)
    case .billingDisabled: .init(.project, "turn it on in the Firebase console", page: .billing)
    case .notInitialized:
      .init(
        .project,
        Hint("set it up", ["usher", "project", "init"]).then("or click Get started in the Firebase console"),
        page: .authentication)
    case .accessTokenRefused: .init(.permission, "get a new access token", retry: .newInput)
    case .scopeMissing:
      .init(
        .permission,
        Hint("sign in again", copying: "gcloud auth login").then(
          "for a virtual machine, change its access scopes"))
    case .roleMissing(let role):
      .init(
        .permission, Hint("give the caller the role \(role.rawValue) in the Google Cloud console"),
        page: .permissions)
    case .quotaProjectRefused:
      .init(
        .permission,
        Hint(
          "leave --billing-project out, or give the caller the role roles/serviceusage.serviceUsageConsumer"),
        page: .permissions)
    case .quotaProjectMissing: .init(.permission, "name the project with --billing-project")
    }
  }

  private static let withheldSMS = Hint(
    "check the SMS region policy and reCAPTCHA in the Firebase console, under Authentication > Settings"
  ).then("or try another number, or a fictional number for tests")

  private static func secondFactorNotAllowed(_ factor: FactorID?) -> ServerErrorExit {
    let (way, feature): (Text, String?) =
      switch factor {
      case .totp?: ("then enable them with the Admin SDK", "mfa-totp")
      case .phone?: ("then enable them under Authentication > Sign-in method > Advanced", "mfa-sms")
      default:
        ("then enable SMS under Sign-in method > Advanced, or authenticator apps with the Admin SDK", nil)
      }
    return ServerErrorExit(
      .project,
      Hint(
        "first upgrade the project to Identity Platform, in the Firebase console under Authentication > Settings"
      ).then(way),
      page: .upgrade(enabling: feature), showsDetail: true)
  }

  /// Which setting of the profile satisfies the restriction.
  private static func hint(on restriction: RefusalCause.KeyRestriction) -> Hint {
    func set(_ setting: String, _ value: String) -> [String] { ["usher", "profile", "set", setting, value] }
    let change: Hint = "or change the key's restrictions"
    return switch restriction {
    case .iOSApps: Hint("name an app that it allows", template: set("bundle-id", "ID")).then(change)
    case .androidApps:
      Hint("name an app that it allows", template: set("android-package", "NAME")).then(
        "and its certificate", template: set("android-certificate", "SHA1")
      ).then(change)
    case .websites: Hint("name a website that it allows", template: set("referer", "URL")).then(change)
    case .addresses: "add this machine's address to the key's restrictions"
    case .otherAPIs: "add the Identity Toolkit API and the Token Service API to the key's restrictions"
    }
  }
}
