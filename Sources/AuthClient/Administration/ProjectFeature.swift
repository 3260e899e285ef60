package import IdentityToolkit

/// The sign-in methods and second factors that a project can allow, by the names of the commands.
package enum ProjectFeature: String, CaseIterable, Sendable {
  case phone
  case password
  case emailLink = "email-link"
  case anonymous
  case mfaSMS = "mfa-sms"
  case mfaTOTP = "mfa-totp"
  case enumerationProtection = "enumeration-protection"

  /// Where Google's object of a project keeps it, and what is to stand there.
  /// - Parameter config: the object as it is, for what shares its place with others.
  package func setting(
    isEnabled: Bool, in config: () throws -> JSONValue
  ) rethrows -> (path: String, value: JSONValue) {
    switch self {
    case .phone: ("signIn.phoneNumber.enabled", .bool(isEnabled))
    case .password: ("signIn.email.enabled", .bool(isEnabled))
    case .emailLink: ("signIn.email.passwordRequired", .bool(!isEnabled))
    case .anonymous: ("signIn.anonymous.enabled", .bool(isEnabled))
    case .mfaSMS: ("mfa", try (config()["mfa"] ?? [:]).withSMS(isEnabled))
    case .mfaTOTP: ("mfa", try (config()["mfa"] ?? [:]).withTOTP(isEnabled))
    case .enumerationProtection: ("emailPrivacyConfig.enableImprovedEmailPrivacy", .bool(isEnabled))
    }
  }

  /// The same in Google's object of a tenant; nil for what no tenant has.
  package func tenantSetting(
    isEnabled: Bool, in config: () throws -> JSONValue
  ) rethrows -> (path: String, value: JSONValue)? {
    switch self {
    case .phone: nil
    case .password: ("allowPasswordSignup", .bool(isEnabled))
    case .emailLink: ("enableEmailLinkSignin", .bool(isEnabled))
    case .anonymous: ("enableAnonymousUser", .bool(isEnabled))
    case .mfaSMS: ("mfaConfig", try (config()["mfaConfig"] ?? [:]).withSMS(isEnabled))
    case .mfaTOTP: ("mfaConfig", try (config()["mfaConfig"] ?? [:]).withTOTP(isEnabled))
    case .enumerationProtection: setting(isEnabled: isEnabled) { [:] }
    }
  }
}

// The parts of the object `mfa`.
extension JSONValue {
  private static let sms: JSONValue = "PHONE_SMS"

  fileprivate func withSMS(_ isEnabled: Bool) -> JSONValue {
    var mfa = self
    let others = (mfa["enabledProviders"]?.array ?? []).filter { $0 != Self.sms }
    mfa["enabledProviders"] = .array(others + (isEnabled ? [Self.sms] : []))
    if isEnabled { mfa.enableSecondFactors() }
    return mfa
  }

  /// Off, the whole keeps each kind off too; `MANDATORY` is another's wish, and stays.
  private mutating func enableSecondFactors() {
    if self["state"] != "MANDATORY" { self["state"] = "ENABLED" }
  }

  fileprivate func withTOTP(_ isEnabled: Bool) -> JSONValue {
    var mfa = self
    var providers = mfa["providerConfigs"]?.array ?? []
    let isTOTP = { (provider: JSONValue) in provider["totpProviderConfig"]?.members != nil }
    if !providers.contains(where: isTOTP) { providers.append(["totpProviderConfig": [:]]) }
    for index in providers.indices where isTOTP(providers[index]) {
      providers[index]["state"] = isEnabled ? "ENABLED" : "DISABLED"
    }
    mfa["providerConfigs"] = .array(providers)
    if isEnabled { mfa.enableSecondFactors() }
    return mfa
  }
}
