import AuthClient
import CommandKit
import Essentials
import IdentityToolkit

extension ServerVerdict {
  /// The verdict on refusals whose code has several causes, which the reason or the detail tells apart; nil for
  /// all others.
  static func cause(of refusal: ServerError) -> ServerVerdict? {
    switch refusal.code {
    case _ where refusal.isOfClock:
      .init(
        .expired, "that is from the future, by the server's clock, which was set back",
        "set the clock right and try again, or begin anew", retry: .same)
    case .operationNotAllowed where refusal.speaks(of: "region"): blockedRegion
    case .operationNotAllowed where refusal.speaks(of: "identity provider configuration"):
      .init(
        .project, "the project does not allow this identity provider",
        "in the Firebase console, under Authentication > Sign-in method, enable the provider",
        page: .identityProviders, showsDetail: true)
    // What the emulator calls so is a credential of another project, and it says that.
    case .invalidProjectID where refusal.detail == nil:
      .init(
        .project, "the project does not allow tenants",
        "allow them in the Google Cloud console, under Identity Platform > Settings > Security",
        page: .multiTenancy)
    case .unavailable where refusal.detail?.hasPrefix("((") == true:
      .init(
        .unavailable, "the local server cannot ask the identity provider",
        Hint("see", ["usher", "local", "provider", "list"]), showsDetail: true)
    case .invalidTestingPhoneNumber where refusal.speaks(of: "at most"):
      .init(
        .conflict, "the project has as many fictional numbers as it may have",
        Hint("remove one with", template: ["usher", "local", "test-number", "remove", "NUMBER"]),
        showsDetail: true)
    case .invalidTestingPhoneNumber where refusal.speaks(of: "account"):
      .init(
        .conflict, "a person's number cannot be a fictional one", "use one that nobody has", showsDetail: true
      )
    case .appNotAuthorized: restriction(refusal)
    case _ where refusal.reason == "SERVICE_DISABLED" || refusal.reason == "accessNotConfigured":
      .init(
        .project, "the Identity Toolkit API is not enabled for the project",
        "enable it in the Google Cloud console", page: .identityToolkitAPI)
    case _ where refusal.reason == "BILLING_DISABLED":
      .init(
        .project, "the project's billing is off", "turn it on in the console", page: .billing)
    default: nil
    }
  }

  /// The project does not allow a sign-in method.
  static func methodNotAllowed(_ method: ProjectFeature, _ refusal: ServerError) -> ServerVerdict {
    var verdict =
      cause(of: refusal) ?? table[refusal.code] ?? ServerVerdict(.project, "the project does not allow this")
    if method == .anonymous {
      verdict.message = "the project does not allow anonymous accounts"
      verdict.hint = "in the Firebase console, under Authentication > Sign-in method, enable Anonymous"
    }
    verdict.page = .signInMethod(method)
    return verdict
  }

  private static let blockedRegion = ServerVerdict(
    .project, "the project sends no SMS to that region",
    "in the Firebase console, under Authentication > Settings > SMS region policy, allow the number's region",
    page: .settings, showsDetail: true)

  static let customTokenOfNobody = ServerVerdict(
    .rejected, "that custom token has no uid, or one that nobody can have",
    "a uid has 1 to 128 characters; get another token from whoever made this one")

  /// The project has no second factors, or none of that kind.
  static func secondFactorNotAllowed(_ refusal: ServerError) -> ServerVerdict {
    let isSMS = refusal.speaks(of: "sms")
    let isApp = refusal.speaks(of: "totp")
    let (kind, way, feature): (String, String, String?) =
      if isApp {
        ("authenticator apps as second factors", "them with the Admin SDK", "mfa-totp")
      } else if isSMS {
        ("SMS as second factors", "them under Sign-in method > Advanced", "mfa-sms")
      } else {
        (
          "second factors",
          "SMS under Sign-in method > Advanced, and authenticator apps with the Admin SDK", nil
        )
      }
    return ServerVerdict(
      .project, "the project does not allow \(kind)",
      Hint(
        "enable \(way), once the project is upgraded to Firebase Authentication with Identity Platform, in the "
          + "Firebase console under Authentication > Settings"),
      page: .upgrade(enabling: feature), showsDetail: true)
  }

  /// What the key is restricted to, and which setting of the profile satisfies it.
  private static func restriction(_ refusal: ServerError) -> ServerVerdict? {
    let (whom, setting): (String, String)
    switch refusal.reason {
    case "API_KEY_IOS_APP_BLOCKED": (whom, setting) = ("iOS apps", "bundle-id")
    case "API_KEY_ANDROID_APP_BLOCKED":
      (whom, setting) = ("Android apps", "android-package and usher profile set android-certificate")
    case "API_KEY_HTTP_REFERRER_BLOCKED": (whom, setting) = ("websites", "referer")
    case "API_KEY_IP_ADDRESS_BLOCKED":
      return keyVerdict("certain addresses", "add this machine's address to the key's restrictions")
    case "API_KEY_SERVICE_BLOCKED":
      return keyVerdict(
        "other APIs", "add the Identity Toolkit API and the Token Service API to the key's restrictions")
    case _ where refusal.speaks(of: "ios client"): (whom, setting) = ("iOS apps", "bundle-id")
    case _ where refusal.speaks(of: "android client"):
      (whom, setting) = ("Android apps", "android-package and usher profile set android-certificate")
    case _ where refusal.speaks(of: "referer"): (whom, setting) = ("websites", "referer")
    default: return nil
    }
    return keyVerdict(
      whom, "name one that it allows with usher profile set \(setting), or change the key's restrictions")
  }

  private static func keyVerdict(_ whom: String, _ hint: Hint) -> ServerVerdict {
    ServerVerdict(
      .project, "the API key is restricted to \(whom), and does not take this request", hint,
      page: .credentials, showsDetail: true)
  }
}

extension ServerError {
  fileprivate func speaks(of word: String) -> Bool {
    detail?.asciiLowercased().firstRange(of: word) != nil
  }
}
