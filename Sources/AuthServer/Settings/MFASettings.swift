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

  static let defaultAdjacentIntervals = 5

  /// Reads the `mfa` member of Google's configuration object.
  ///
  /// Missing features are off.
  init(_ config: JSONValue?) throws(ServerError) {
    let state = try Self.state(config?["state"], "mfa.state")
    isSMSAskedFor = state ?? false
    isTOTPAskedFor = state ?? false
    isSMSEnabled = false
    isTOTPEnabled = false
    adjacentIntervals = Self.defaultAdjacentIntervals
    for provider in try Self.list(config?["enabledProviders"], "mfa.enabledProviders") {
      guard let name = provider.string
      else { throw .badArgument("mfa.enabledProviders is a list of names.") }
      if isSMSAskedFor, name == "PHONE_SMS" { isSMSEnabled = true }
    }
    for provider in try Self.list(config?["providerConfigs"], "mfa.providerConfigs") {
      guard provider.members != nil
      else { throw .badArgument("mfa.providerConfigs is a list of objects.") }
      let isEnabled = try Self.state(provider["state"], "mfa.providerConfigs.state") ?? false
      guard let totp = provider["totpProviderConfig"], totp != .null else { continue }
      guard totp.members != nil
      else { throw .badArgument("mfa.providerConfigs.totpProviderConfig is an object.") }
      isTOTPEnabled = isEnabled && state ?? true
      guard let intervals = totp["adjacentIntervals"], intervals != .null else { continue }
      guard let number = intervals.integer, (0...10).contains(number)
      else { throw .badArgument("adjacentIntervals is a number from 0 to 10.") }
      adjacentIntervals = Int(number)
    }
    if isTOTPEnabled { isTOTPAskedFor = true }
  }

  /// Returns whether a state is on, or nil if it is missing.
  private static func state(_ value: JSONValue?, _ path: String) throws(ServerError) -> Bool? {
    guard let value, value != .null else { return nil }
    switch value.string {
    case "ENABLED", "MANDATORY": return true
    case "DISABLED": return false
    case "STATE_UNSPECIFIED", "MFA_PROVIDER_STATE_UNSPECIFIED": return nil
    default: throw .badArgument("\(path) is DISABLED, ENABLED or MANDATORY.")
    }
  }

  private static func list(_ value: JSONValue?, _ path: String) throws(ServerError) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    guard let elements = value.array else { throw .badArgument("\(path) is a list.") }
    return elements
  }
}
