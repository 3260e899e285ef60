import Essentials
import HTTP
import IdentityToolkit

extension Call {
  /// Returns a stored configuration in the form that administrators read.
  ///
  /// Google's always has some of the members.
  func answered(_ stored: JSONValue) -> JSONValue {
    var stored = stored
    if !caller.hasLocalSettings { stored["usher"] = nil }
    if policy.dialect.answersWholeConfig, !saysWhatIsOff { return ServiceConfig(call: self).answered(stored) }
    var config = saysWhatIsOff ? stored : stored.withoutDefaults
    config["name"] = .string("projects/\(ProjectNumber(of: project).text)/config")
    for name in ["blockingFunctions", "emailPrivacyConfig"] where config[name] == nil { config[name] = [:] }
    config.sayStates(ofSecondFactors: "mfa", under: policy)
    return policy.dialect.answersConfigAsStored ? inEmulatorForm(config, of: stored) : config
  }

  /// Whether the request asks for disabled features too.
  ///
  /// This parameter is an addition of this project.
  var saysWhatIsOff: Bool { request.queryValue("defaults") == "true" }
}

extension JSONValue {
  /// Adds the missing states of parts that have one, because admin SDKs fail without them.
  ///
  /// - Parameter name: The name of the part for second factors.
  mutating func sayStates(ofSecondFactors name: String, under policy: Policy) {
    complete("passwordPolicyConfig", "passwordPolicyEnforcementState", with: "OFF")
    let asksForApps = (try? MFASettings(self[name]))?.isTOTPAskedFor ?? false
    complete(name, "state", with: asksForApps ? "ENABLED" : "DISABLED")
    let unset =
      policy.dialect.leavesRecaptchaUnspecified ? RecaptchaConfig.EnforcementState.unspecified : .off
    for state in ["emailPasswordEnforcementState", "phoneEnforcementState"] {
      complete("recaptchaConfig", state, with: .string(unset.rawValue))
    }
    if policy.dialect.dropsEmptyFactorProviders, let providers = self[name]?["providerConfigs"]?.array {
      let kept = providers.filter { $0["totpProviderConfig"]?.members != nil }
      self[name]?["providerConfigs"] = kept.isEmpty ? nil : .array(kept)
    }
    guard policy.dialect.answersSMSDefenses else { return }
    for flag in ["useSmsBotScore", "useSmsTollFraudProtection"] {
      complete("recaptchaConfig", flag, with: false)
    }
  }

  fileprivate mutating func complete(_ part: String, _ name: String, with value: JSONValue) {
    guard self[part]?.members != nil, self[part]?[name] == nil else { return }
    self[part]?[name] = value
  }
}
