package import Essentials

/// A feature that a project or a tenant can allow, named as in the commands.
package enum ProjectFeature: String, CaseIterable, Sendable {
  case phone
  case password
  case emailLink = "email-link"
  case anonymous
  case mfaSMS = "mfa-sms"
  case mfaTOTP = "mfa-totp"
  case enumerationProtection = "enumeration-protection"
  case signUp = "sign-up"
  case accountDeletion = "account-deletion"

  /// Returns the path and the value of the setting in Google's object of a project or a tenant.
  ///
  /// Returns nil for a feature that tenants do not have.
  /// - Parameter config: Returns the current object, for features that share a setting with others.
  package func setting(
    isEnabled: Bool, ofTenant: Bool, in config: () throws -> JSONValue
  ) rethrows -> (path: String, value: JSONValue)? {
    let mfa = ofTenant ? "mfaConfig" : "mfa"
    return switch self {
    case .phone: ofTenant ? nil : ("signIn.phoneNumber.enabled", .bool(isEnabled))
    case .password: (ofTenant ? "allowPasswordSignup" : "signIn.email.enabled", .bool(isEnabled))
    case .emailLink:
      if ofTenant {
        ("enableEmailLinkSignin", .bool(isEnabled))
      } else if isEnabled {
        // A project cannot have links without passwords.
        ("signIn.email", ["enabled": true, "passwordRequired": false])
      } else {
        ("signIn.email.passwordRequired", true)
      }
    case .anonymous: (ofTenant ? "enableAnonymousUser" : "signIn.anonymous.enabled", .bool(isEnabled))
    case .mfaSMS: (mfa, try (config()[mfa] ?? [:]).withSMS(isEnabled))
    case .mfaTOTP: (mfa, try (config()[mfa] ?? [:]).withTOTP(isEnabled))
    case .enumerationProtection: ("emailPrivacyConfig.enableImprovedEmailPrivacy", .bool(isEnabled))
    case .signUp: ("client.permissions.disabledUserSignup", .bool(!isEnabled))
    case .accountDeletion: ("client.permissions.disabledUserDeletion", .bool(!isEnabled))
    }
  }

  /// Returns whether the feature is enabled in Google's object of a project or a tenant.
  ///
  /// The service leaves out what is off, so a missing member is false.
  package func isEnabled(in config: JSONValue, ofTenant: Bool) -> Bool {
    let mfa = config[ofTenant ? "mfaConfig" : "mfa"]
    let email = config["signIn"]?["email"]
    let permissions = config["client"]?["permissions"]
    return switch self {
    case .phone: !ofTenant && config["signIn"]?["phoneNumber"]?["enabled"] == true
    case .password: (ofTenant ? config["allowPasswordSignup"] : email?["enabled"]) == true
    case .emailLink:
      // A tenant can have links without passwords, but a project cannot.
      ofTenant
        ? config["enableEmailLinkSignin"] == true
        : email?["enabled"] == true && email?["passwordRequired"] != true
    case .anonymous:
      (ofTenant ? config["enableAnonymousUser"] : config["signIn"]?["anonymous"]?["enabled"]) == true
    case .mfaSMS: mfa?.hasSMS == true
    case .mfaTOTP: mfa?.hasTOTP == true
    case .enumerationProtection: config["emailPrivacyConfig"]?["enableImprovedEmailPrivacy"] == true
    case .signUp: permissions?["disabledUserSignup"] != true
    case .accountDeletion: permissions?["disabledUserDeletion"] != true
    }
  }
}

// These read parts of the object `mfa`.
extension JSONValue {
  private static let enabledStates: [JSONValue] = ["ENABLED", "MANDATORY"]

  fileprivate var hasSMS: Bool {
    Self.enabledStates.contains(self["state"] ?? .null)
      && self["enabledProviders"]?.array?.contains(Self.sms) == true
  }

  /// Google's guide enables authenticator apps without setting the state of `mfa` as a whole.
  fileprivate var hasTOTP: Bool {
    self["state"] != "DISABLED"
      && self["providerConfigs"]?.array?.contains {
        $0["totpProviderConfig"]?.members != nil && Self.enabledStates.contains($0["state"] ?? .null)
      } == true
  }
}

// These change parts of the object `mfa`.
extension JSONValue {
  private static let sms: JSONValue = "PHONE_SMS"

  fileprivate func withSMS(_ isEnabled: Bool) -> JSONValue {
    var mfa = self
    let others = (mfa["enabledProviders"]?.array ?? []).filter { $0 != Self.sms }
    mfa["enabledProviders"] = .array(others + (isEnabled ? [Self.sms] : []))
    if isEnabled { mfa.enableSecondFactors() }
    return mfa
  }

  /// Enables second factors as a whole, because otherwise each kind is off too.
  ///
  /// `MANDATORY` was set on purpose and stays.
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
