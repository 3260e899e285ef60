import IdentityToolkit

extension JSONValue {
  /// A stored configuration in the form that administrators read: Google's has some members always, and admin
  /// SDKs give up on a part that does not say its state.
  func answeredConfig(of project: String) -> JSONValue {
    var config = self
    config["name"] = .string("projects/\(ProjectNumber(of: project).text)/config")
    for name in ["blockingFunctions", "emailPrivacyConfig"] where config[name] == nil { config[name] = [:] }
    config.complete("passwordPolicyConfig", "passwordPolicyEnforcementState", with: "OFF")
    config.complete("mfa", "state", with: "DISABLED")
    for name in ["emailPasswordEnforcementState", "phoneEnforcementState"] {
      config.complete("recaptchaConfig", name, with: "OFF")
    }
    return config
  }

  private mutating func complete(_ part: String, _ name: String, with value: JSONValue) {
    guard self[part]?.members != nil, self[part]?[name] == nil else { return }
    self[part]?[name] = value
  }
}
