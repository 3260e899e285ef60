import AuthClient
import CommandKit
import IdentityToolkit

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
      .init(.expired, "set the clock right and try again, or begin anew", retry: .same)
    case .blockedRegion:
      .init(
        .project,
        "in the Firebase console, under Authentication > Settings > SMS region policy, allow the number's region",
        page: .settings, showsDetail: true)
    case .identityProviderNotAllowed:
      .init(
        .project, "in the Firebase console, under Authentication > Sign-in method, enable the provider",
        page: .identityProviders, showsDetail: true)
    case .methodNotAllowed(.anonymous):
      .init(.project, "in the Firebase console, under Authentication > Sign-in method, enable Anonymous")
    case .methodNotAllowed: nil
    case .secondFactorNotAllowed(let factor): secondFactorNotAllowed(factor)
    case .tenantsNotAllowed:
      .init(
        .project, "allow them in the Google Cloud console, under Identity Platform > Settings > Security",
        page: .multiTenancy)
    case .customTokenOfNobody:
      .init(.rejected, "a uid has 1 to 128 characters; get another token from whoever made this one")
    case .identityProviderUnreachable:
      .init(.unavailable, Hint("see", ["usher", "local", "provider", "list"]), showsDetail: true)
    case .tooManyTestPhoneNumbers:
      .init(
        .conflict, Hint("remove one with", template: ["usher", "local", "test-number", "remove", "NUMBER"]),
        showsDetail: true)
    case .testPhoneNumberInUse: .init(.conflict, "use one that nobody has", showsDetail: true)
    case .keyRestricted(let restriction):
      .init(.project, hint(on: restriction), page: .credentials, showsDetail: true)
    case .apiDisabled: .init(.project, "enable it in the Google Cloud console", page: .identityToolkitAPI)
    case .billingDisabled: .init(.project, "turn it on in the console", page: .billing)
    }
  }

  private static func secondFactorNotAllowed(_ factor: FactorID?) -> ServerErrorExit {
    let (way, feature): (String, String?) =
      switch factor {
      case .totp?: ("them with the Admin SDK", "mfa-totp")
      case .phone?: ("them under Sign-in method > Advanced", "mfa-sms")
      default: ("SMS under Sign-in method > Advanced, and authenticator apps with the Admin SDK", nil)
      }
    return ServerErrorExit(
      .project,
      Hint(
        "enable \(way), once the project is upgraded to Firebase Authentication with Identity Platform, in the "
          + "Firebase console under Authentication > Settings"),
      page: .upgrade(enabling: feature), showsDetail: true)
  }

  /// Which setting of the profile satisfies the restriction.
  private static func hint(on restriction: RefusalCause.KeyRestriction) -> Hint {
    let setting: String
    switch restriction {
    case .iOSApps: setting = "bundle-id"
    case .androidApps: setting = "android-package and usher profile set android-certificate"
    case .websites: setting = "referer"
    case .addresses: return "add this machine's address to the key's restrictions"
    case .otherAPIs:
      return "add the Identity Toolkit API and the Token Service API to the key's restrictions"
    }
    return Hint(
      "name one that it allows with usher profile set \(setting), or change the key's restrictions")
  }
}
