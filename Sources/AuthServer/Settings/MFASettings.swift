import Essentials
import IdentityToolkit

/// A project's settings for second factors.
struct MFASettings: Sendable {
  /// Whether the SMS factor is required from accounts that have one.
  var isSMSAskedFor: Bool
  /// Whether the authenticator app is required from accounts that have one.
  ///
  /// Google's guide enables apps without setting the state of `mfa` as a whole.
  var isTOTPAskedFor: Bool
  var isSMSEnabled: Bool
  var isTOTPEnabled: Bool
  /// How many codes of an authenticator app before and after the current one are also accepted.
  var adjacentIntervals: Int

  /// The refusal of a provider that is none.
  ///
  /// Earlier versions stored such a provider, so only a change of second factors is refused.
  private(set) var unknownProvider: ServerError?

  static let defaultAdjacentIntervals = 5

  /// Reads the `mfa` member of Google's configuration object.
  ///
  /// Missing features are off.
  /// - Parameter place: The service's name of the member.
  init(_ config: JSONValue?, at place: String = "config.mfa") throws(ServerError) {
    let type = "identitytoolkit.admin.v2.MultiFactorAuthConfig."
    let state = try Self.state(config?["state"], "mfa.state", at: place + ".state", of: type + "State")
    isSMSAskedFor = state ?? false
    isTOTPAskedFor = state ?? false
    isSMSEnabled = false
    isTOTPEnabled = false
    adjacentIntervals = Self.defaultAdjacentIntervals
    for (index, provider) in try Self.list(config?["enabledProviders"], "mfa.enabledProviders").enumerated() {
      guard let name = provider.string
      else { throw .badArgument("mfa.enabledProviders is a list of names.") }
      if isSMSAskedFor, name == "PHONE_SMS" { isSMSEnabled = true }
      if unknownProvider == nil, !["PHONE_SMS", "PROVIDER_UNSPECIFIED"].contains(name) {
        unknownProvider = .unknownName(
          name, at: "\(place).enabled_providers[\(index)]", of: type + "Provider")
      }
    }
    for (index, provider) in try Self.list(config?["providerConfigs"], "mfa.providerConfigs").enumerated() {
      guard provider.members != nil
      else { throw .badArgument("mfa.providerConfigs is a list of objects.") }
      let isEnabled =
        try Self.state(
          provider["state"], "mfa.providerConfigs.state", at: "\(place).provider_configs[\(index)].state",
          of: nil) ?? false
      guard let totp = provider["totpProviderConfig"], totp != .null else { continue }
      guard totp.members != nil
      else { throw .badArgument("mfa.providerConfigs.totpProviderConfig is an object.") }
      isTOTPEnabled = isEnabled && state ?? true
      guard let intervals = totp["adjacentIntervals"], intervals != .null else { continue }
      guard let number = intervals.integer
      else { throw .badArgument("adjacentIntervals is a number from 0 to 10.") }
      guard (0...10).contains(number) else {
        throw ServerError(
          .invalidAdjacentIntervalRange,
          "Allowed number of adjacent intervals must be between 0 and 10, inclusive")
      }
      adjacentIntervals = Int(number)
    }
    if isTOTPEnabled { isTOTPAskedFor = true }
  }

  /// Returns whether a state is on, or nil if it is missing.
  private static func state(
    _ value: JSONValue?, _ path: String, at place: String, of type: String?
  ) throws(ServerError) -> Bool? {
    guard let value, value != .null else { return nil }
    guard let name = value.string else { throw .badArgument("\(path) is DISABLED, ENABLED or MANDATORY.") }
    switch name {
    case "ENABLED", "MANDATORY": return true
    case "DISABLED": return false
    case "STATE_UNSPECIFIED", "MFA_PROVIDER_STATE_UNSPECIFIED": return nil
    default: throw .unknownName(name, at: place, of: type)
    }
  }

  private static func list(_ value: JSONValue?, _ path: String) throws(ServerError) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    guard let elements = value.array else { throw .badArgument("\(path) is a list.") }
    return elements
  }
}
