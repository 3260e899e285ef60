import HTTP
import IdentityToolkit

extension Call {
  /// A stored configuration of the project in the form that administrators read: Google's has some members always.
  func answered(_ config: JSONValue) -> JSONValue {
    var config = saysWhatIsOff ? config : config.withoutDefaults
    config["name"] = .string("projects/\(ProjectNumber(of: project).text)/config")
    for name in ["blockingFunctions", "emailPrivacyConfig"] where config[name] == nil { config[name] = [:] }
    config.sayStates(ofSecondFactors: "mfa")
    // Firebase's emulator always says it.
    if !policy.serviceAnswers { config.complete("signIn", "allowDuplicateEmails", with: false) }
    return config
  }

  /// Whether the configuration that is asked for is to hold what is off, too. This project's addition.
  var saysWhatIsOff: Bool { request.queryValue("defaults") == "true" }
}

extension JSONValue {
  /// Says the state of each part that has one: admin SDKs give up on a part that does not.
  /// - Parameter name: what the part of second factors is called.
  mutating func sayStates(ofSecondFactors name: String) {
    complete("passwordPolicyConfig", "passwordPolicyEnforcementState", with: "OFF")
    let asksForApps = (try? MFASettings(self[name]))?.isTOTPAskedFor ?? false
    complete(name, "state", with: asksForApps ? "ENABLED" : "DISABLED")
    for state in ["emailPasswordEnforcementState", "phoneEnforcementState"] {
      complete("recaptchaConfig", state, with: "OFF")
    }
  }

  fileprivate mutating func complete(_ part: String, _ name: String, with value: JSONValue) {
    guard self[part]?.members != nil, self[part]?[name] == nil else { return }
    self[part]?[name] = value
  }
}
