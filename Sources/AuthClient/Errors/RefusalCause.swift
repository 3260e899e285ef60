package import Essentials
package import IdentityToolkit

/// What a refusal is about, where its code alone does not tell: its detail, its reason or the call does.
package enum RefusalCause: Equatable, Sendable {
  /// The server's clock was set back: what it refuses was made in the future.
  case clockSetBack
  /// The project sends no SMS to the number's region.
  case blockedRegion
  /// Google does not send an SMS to the number: because of its region, its carrier or a suspicion of abuse.
  case smsWithheld
  /// The project may send no more SMS for now.
  case smsQuota
  /// The project does not allow the identity provider.
  case identityProviderNotAllowed
  /// The project does not allow the sign-in method.
  case methodNotAllowed(ProjectFeature)
  /// The project has no second factors, or none of that kind.
  case secondFactorNotAllowed(FactorID?)
  case tenantsNotAllowed
  /// The custom token names nobody, or has a uid that nobody can have.
  case customTokenOfNobody
  /// Too many codes of an authenticator app were wrong.
  case tooManyCodes
  /// reCAPTCHA gave the request a score that the project blocks.
  case blockedScore
  /// The local server cannot ask the identity provider.
  case identityProviderUnreachable
  case tooManyTestPhoneNumbers
  /// A person has the number that is to be a fictional one.
  case testPhoneNumberInUse
  /// The API key is restricted, and does not take the request.
  case keyRestricted(to: KeyRestriction)
  case apiDisabled
  case billingDisabled
  /// Nobody has initialized the authentication of the project.
  case notInitialized
  /// The access token is not valid, or has expired.
  case accessTokenRefused
  case scopeMissing
  /// The caller does not have the right for the request.
  case roleMissing(AdministratorRole)
  /// The caller does not have the right to charge the quota of a project.
  case quotaProjectRefused
  case quotaProjectMissing

  /// What an API key may be restricted to.
  package enum KeyRestriction: Sendable {
    case iOSApps
    case androidApps
    case websites
    case addresses
    case otherAPIs
  }

  /// - Parameter kind: Of the call that was refused.
  package init?(_ refusal: ServerError, of kind: CallKind? = nil) {
    switch kind {
    case .customToken: self = .customTokenOfNobody
    case .secondFactorCode: self = .tooManyCodes
    case .scored: self = .blockedScore
    case .secondFactor:
      let factor: FactorID? =
        if refusal.speaks(of: "totp") { .totp } else if refusal.speaks(of: "sms") { .phone } else { nil }
      self = RefusalCause(refusal) ?? .secondFactorNotAllowed(factor)
    case .method(let method): self = RefusalCause(refusal) ?? .methodNotAllowed(method)
    case .administration(let role):
      guard let cause = RefusalCause(refusal) ?? Self.administration(refusal, role) else { return nil }
      self = cause
    case nil: self.init(byDetailOf: refusal)
    }
  }

  private static func administration(_ refusal: ServerError, _ role: AdministratorRole) -> RefusalCause? {
    let message = refusal.words
    switch refusal.reason {
    case "ACCESS_TOKEN_SCOPE_INSUFFICIENT": return .scopeMissing
    case "USER_PROJECT_DENIED": return .quotaProjectRefused
    default: break
    }
    if message.contains("quota project") { return .quotaProjectMissing }
    if message.contains("serviceusage.services.use") { return .quotaProjectRefused }
    if refusal.code == .configurationNotFound { return .notInitialized }
    if refusal.code == .billingNotEnabled { return .billingDisabled }
    if refusal.httpStatus == 401 { return .accessTokenRefused }
    return refusal.httpStatus == 403 ? .roleMissing(role) : nil
  }

  private init?(byDetailOf refusal: ServerError) {
    switch refusal.code {
    case _ where refusal.isOfClock: self = .clockSetBack
    case .operationNotAllowed where refusal.speaks(of: "region"): self = .blockedRegion
    case .unnamed where refusal.speaks(of: "error code: 39"): self = .smsWithheld
    case .quotaExceeded where refusal.speaks(of: "sms"),
      .tooManyAttemptsTryLater where refusal.speaks(of: "quota") && refusal.speaks(of: "sms"):
      self = .smsQuota
    case .operationNotAllowed where refusal.speaks(of: "identity provider configuration"):
      self = .identityProviderNotAllowed
    // What the emulator calls so is a credential of another project, and it says that.
    case .invalidProjectID where refusal.detail == nil: self = .tenantsNotAllowed
    case .unavailable where refusal.detail?.hasPrefix("((") == true: self = .identityProviderUnreachable
    case .invalidTestingPhoneNumber where refusal.speaks(of: "at most"): self = .tooManyTestPhoneNumbers
    case .invalidTestingPhoneNumber where refusal.speaks(of: "account"): self = .testPhoneNumberInUse
    case .appNotAuthorized:
      guard let restriction = KeyRestriction(refusal) else { return nil }
      self = .keyRestricted(to: restriction)
    case _ where refusal.reason == "SERVICE_DISABLED" || refusal.reason == "accessNotConfigured":
      self = .apiDisabled
    case _ where refusal.reason == "BILLING_DISABLED": self = .billingDisabled
    default: return nil
    }
  }

  /// What people are told, in lower case and without a full stop; nil where the code says it.
  package var sentence: Text? {
    switch self {
    case .clockSetBack: "the server's clock was set back, so this seems to be from the future"
    case .blockedRegion: "the project does not send SMS to this region"
    case .smsWithheld: "Google does not send SMS to this number"
    case .smsQuota: "the project's quota of SMS is used up"
    case .identityProviderNotAllowed: "the project does not allow this identity provider"
    case .methodNotAllowed(.anonymous): "the project does not allow anonymous accounts"
    case .methodNotAllowed, .blockedScore: nil
    case .secondFactorNotAllowed(.totp?): "the project does not allow authenticator apps as second factors"
    case .secondFactorNotAllowed(.phone?): "the project does not allow SMS as second factors"
    case .secondFactorNotAllowed: "the project does not allow second factors"
    case .tenantsNotAllowed: "the project does not allow tenants"
    case .customTokenOfNobody: "the custom token has no valid uid"
    case .tooManyCodes: AuthErrorCode.tooManyRequests.sentence
    case .identityProviderUnreachable: "the local server cannot ask the identity provider"
    case .tooManyTestPhoneNumbers: "the project cannot have more fictional numbers"
    case .testPhoneNumberInUse: "an account has this number, so it cannot be a fictional one"
    case .keyRestricted(let restriction):
      "the API key is restricted to \(restriction.name) and refuses this request"
    case .apiDisabled: "the Identity Toolkit API is not enabled for the project"
    case .billingDisabled: "billing is off for the project"
    case .notInitialized: "nobody has set up Authentication in the project"
    case .accessTokenRefused: "the access token is not valid, or has expired"
    case .scopeMissing: "the access token does not have the scope cloud-platform or firebase"
    case .roleMissing(let role):
      "the caller does not have the right for this, as in the role \(role.rawValue)"
    case .quotaProjectRefused: "the caller may not charge the quota of that project"
    case .quotaProjectMissing: "Google needs a project whose quota the request is charged to"
    }
  }
}

extension RefusalCause.KeyRestriction {
  fileprivate init?(_ refusal: ServerError) {
    switch refusal.reason {
    case "API_KEY_IOS_APP_BLOCKED": self = .iOSApps
    case "API_KEY_ANDROID_APP_BLOCKED": self = .androidApps
    case "API_KEY_HTTP_REFERRER_BLOCKED": self = .websites
    case "API_KEY_IP_ADDRESS_BLOCKED": self = .addresses
    case "API_KEY_SERVICE_BLOCKED": self = .otherAPIs
    case _ where refusal.speaks(of: "ios client"): self = .iOSApps
    case _ where refusal.speaks(of: "android client"): self = .androidApps
    case _ where refusal.speaks(of: "referer"): self = .websites
    default: return nil
    }
  }

  fileprivate var name: Text {
    switch self {
    case .iOSApps: Text("iOS apps")
    case .androidApps: Text("Android apps")
    case .websites: Text("websites")
    case .addresses: Text("certain addresses")
    case .otherAPIs: Text("other APIs")
    }
  }
}

extension ServerError {
  fileprivate func speaks(of word: String) -> Bool {
    detail?.asciiLowercased().firstRange(of: word) != nil
  }
}
