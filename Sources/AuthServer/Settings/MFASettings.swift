import IdentityToolkit

/// What a project says of second factors.
struct MFASettings: Sendable {
  /// Whether the number of an account that has one is asked for. Authenticator apps always are.
  var isSMSAskedFor: Bool
  var isSMSEnabled: Bool
  var isTOTPEnabled: Bool
  /// How many of an authenticator app's codes before and after the current one are right, too.
  var adjacentIntervals: Int

  static let defaultAdjacentIntervals = 5

  /// Reads the `mfa` of Google's configuration object. What is absent is off.
  init(_ config: JSONValue?) throws(ServerError) {
    let state = try Self.state(config?["state"], "mfa.state")
    isSMSAskedFor = state
    isSMSEnabled = false
    isTOTPEnabled = false
    adjacentIntervals = Self.defaultAdjacentIntervals
    for provider in try Self.list(config?["enabledProviders"], "mfa.enabledProviders") {
      guard let name = provider.string
      else { throw .badArgument("mfa.enabledProviders is a list of names.") }
      if state, name == "PHONE_SMS" { isSMSEnabled = true }
    }
    for provider in try Self.list(config?["providerConfigs"], "mfa.providerConfigs") {
      guard provider.members != nil
      else { throw .badArgument("mfa.providerConfigs is a list of objects.") }
      let isEnabled = try Self.state(provider["state"], "mfa.providerConfigs.state")
      guard let totp = provider["totpProviderConfig"], totp != .null else { continue }
      guard totp.members != nil
      else { throw .badArgument("mfa.providerConfigs.totpProviderConfig is an object.") }
      isTOTPEnabled = isEnabled
      guard let intervals = totp["adjacentIntervals"], intervals != .null else { continue }
      guard let number = intervals.integer, (0...10).contains(number)
      else { throw .badArgument("adjacentIntervals is a number from 0 to 10.") }
      adjacentIntervals = Int(number)
    }
  }

  /// Whether a state is not off.
  private static func state(_ value: JSONValue?, _ path: String) throws(ServerError) -> Bool {
    guard let value, value != .null else { return false }
    switch value.string {
    case "ENABLED", "MANDATORY": return true
    case "DISABLED", "STATE_UNSPECIFIED", "MFA_PROVIDER_STATE_UNSPECIFIED": return false
    default: throw .badArgument("\(path) is DISABLED, ENABLED or MANDATORY.")
    }
  }

  private static func list(_ value: JSONValue?, _ path: String) throws(ServerError) -> [JSONValue] {
    guard let value, value != .null else { return [] }
    guard let elements = value.array else { throw .badArgument("\(path) is a list.") }
    return elements
  }
}
