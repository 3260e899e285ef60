import Essentials
import IdentityToolkit

/// How far a project requires reCAPTCHA Enterprise.
struct RecaptchaRules: Sendable {
  var emailPassword: RecaptchaConfig.EnforcementState
  var phone: RecaptchaConfig.EnforcementState
  var usesSMSBotScore: Bool?
  var usesSMSTollFraudProtection: Bool?

  /// Reads `recaptchaConfig` of Google's configuration object.
  init(_ config: JSONValue?) throws(ServerError) {
    emailPassword = try Self.state(config, "emailPasswordEnforcementState")
    phone = try Self.state(config, "phoneEnforcementState")
    usesSMSBotScore = config?["useSmsBotScore"]?.bool
    usesSMSTollFraudProtection = config?["useSmsTollFraudProtection"]?.bool
  }

  /// Whether clients need a site key.
  var isInUse: Bool { [emailPassword, phone].contains { $0 == .audit || $0 == .enforce } }

  private static func state(
    _ config: JSONValue?, _ name: String
  ) throws(ServerError) -> RecaptchaConfig.EnforcementState {
    guard let value = config?[name], value != .null else { return .unspecified }
    guard let state = value.string.map(RecaptchaConfig.EnforcementState.init),
      [.unspecified, .off, .audit, .enforce].contains(state)
    else { throw ServerError.badArgument("recaptchaConfig.\(name) is OFF, AUDIT or ENFORCE.") }
    return state
  }
}
