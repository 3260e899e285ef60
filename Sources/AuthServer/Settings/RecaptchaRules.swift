import Essentials
import IdentityToolkit

/// How far a project requires reCAPTCHA Enterprise, and which scores it blocks.
///
/// The fields are those of `GoogleCloudIdentitytoolkitAdminV2RecaptchaConfig` in the discovery document of
/// `identitytoolkit` v2.
struct RecaptchaRules: Sendable {
  var emailPassword: RecaptchaConfig.EnforcementState
  var phone: RecaptchaConfig.EnforcementState
  var usesSMSBotScore: Bool?
  var usesSMSTollFraudProtection: Bool?
  /// The scores at the ends of `managedRules`. Each rule blocks from its score down to the next lower one.
  private let endScores: [Double]
  /// The scores at the starts of `tollFraudManagedRules`. Each rule blocks from its score up to the next higher one.
  private let startScores: [Double]

  /// Reads `recaptchaConfig` of Google's configuration object.
  init(_ config: JSONValue?) throws(ServerError) {
    emailPassword = try Self.state(config, "emailPasswordEnforcementState")
    phone = try Self.state(config, "phoneEnforcementState")
    usesSMSBotScore = config?["useSmsBotScore"]?.bool
    usesSMSTollFraudProtection = config?["useSmsTollFraudProtection"]?.bool
    endScores = try Self.scores(config?["managedRules"], "end")
    startScores = try Self.scores(config?["tollFraudManagedRules"], "start")
  }

  /// Whether clients need a site key.
  var isInUse: Bool { [emailPassword, phone].contains { $0 == .audit || $0 == .enforce } }

  /// Whether the project blocks a request with this token.
  ///
  /// For SMS, each kind of score counts only if the project uses it.
  func blocks(_ token: RecaptchaToken, forSMS isForSMS: Bool) -> Bool {
    let countsScore = !isForSMS || usesSMSBotScore == true
    let countsRisk = isForSMS && usesSMSTollFraudProtection == true
    return countsScore && endScores.contains { token.score <= $0 }
      || countsRisk && startScores.contains { token.smsTollFraudRisk >= $0 }
  }

  private static func state(
    _ config: JSONValue?, _ name: String
  ) throws(ServerError) -> RecaptchaConfig.EnforcementState {
    guard let value = config?[name], value != .null else { return .unspecified }
    guard let state = value.string.map(RecaptchaConfig.EnforcementState.init),
      [.unspecified, .off, .audit, .enforce].contains(state)
    else { throw ServerError.badArgument("recaptchaConfig.\(name) is OFF, AUDIT or ENFORCE.") }
    return state
  }

  /// Reads the scores of rules, and refuses others in the service's words.
  /// - Parameter end: The end of a rule's interval that the rule names.
  private static func scores(_ rules: JSONValue?, _ end: String) throws(ServerError) -> [Double] {
    guard let rules, rules != .null else { return [] }
    guard let rules = rules.array else { throw ServerError.badArgument("The rules of reCAPTCHA are a list.") }
    var scores: [Double] = []
    for rule in rules {
      guard let score = (rule["\(end)Score"] ?? 0).double, (0...1).contains(score),
        abs(score * 10 - (score * 10).rounded()) < 1e-6
      else {
        throw ServerError(
          .invalidConfig,
          "The \(end) score in reCAPTCHA managed rules must be a value between 0.0 and 1.0, at 11 discrete values; "
            + "e.g. 0.1, 0.2, 0.3, 0.4, ... 0.9, 1.0.", status: "INVALID_ARGUMENT")
      }
      guard rule["action"] == "BLOCK" else {
        throw ServerError(
          .invalidConfig, "The action in reCAPTCHA managed rules must be set.", status: "INVALID_ARGUMENT")
      }
      scores.append(score)
    }
    return scores
  }
}
