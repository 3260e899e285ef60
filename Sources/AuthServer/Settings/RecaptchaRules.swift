import IdentityToolkit

/// How far a project requires reCAPTCHA Enterprise.
struct RecaptchaRules: Sendable {
  var emailPassword = RecaptchaConfig.EnforcementState.off
  var phone = RecaptchaConfig.EnforcementState.off
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
  var isInUse: Bool { emailPassword != .off || phone != .off }

  private static func state(
    _ config: JSONValue?, _ name: String
  ) throws(ServerError) -> RecaptchaConfig.EnforcementState {
    guard let value = config?[name], value != .null else { return .off }
    switch value.string.map(RecaptchaConfig.EnforcementState.init) {
    case .audit: return .audit
    case .enforce: return .enforce
    case .off, RecaptchaConfig.EnforcementState(rawValue: "RECAPTCHA_PROVIDER_ENFORCEMENT_STATE_UNSPECIFIED"):
      return .off
    default:
      throw ServerError.badArgument("recaptchaConfig.\(name) is OFF, AUDIT or ENFORCE.")
    }
  }
}
