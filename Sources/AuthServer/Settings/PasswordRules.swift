import IdentityToolkit

/// A project's password policy.
struct PasswordRules: Sendable, Equatable {
  /// Whether more than the minimum length is required.
  var isEnforced = false
  /// Whether to refuse a sign-in with a password that does not meet the current policy.
  var isForcedAtSignIn = false
  /// Whether an administrator removed earlier rules.
  var isCleared = false
  var lengths = shortest...longest
  var needsLowercase = false
  var needsUppercase = false
  var needsDigit = false
  var needsSymbol = false

  static let shortest = 6
  static let longest = 4096
  static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`-"

  /// Reads `passwordPolicyConfig` of Google's configuration object.
  init(_ config: JSONValue?) throws(ServerError) {
    guard let config, config != .null else { return }
    isEnforced = config["passwordPolicyEnforcementState"] == "ENFORCE"
    isCleared = config.members?.isEmpty == true
    isForcedAtSignIn = config["forceUpgradeOnSignin"]?.bool ?? false
    let options = config["passwordPolicyVersions"]?.array?.first?["customStrengthOptions"]
    needsLowercase = options?["containsLowercaseCharacter"]?.bool ?? false
    needsUppercase = options?["containsUppercaseCharacter"]?.bool ?? false
    needsDigit = options?["containsNumericCharacter"]?.bool ?? false
    needsSymbol = options?["containsNonAlphanumericCharacter"]?.bool ?? false
    let shortest = options?["minPasswordLength"]?.integer ?? Int64(Self.shortest)
    let longest = options?["maxPasswordLength"]?.integer ?? Int64(Self.longest)
    guard (6...30).contains(shortest), (shortest...Int64(Self.longest)).contains(longest) else {
      throw ServerError.badArgument("minPasswordLength is 6 to 30, maxPasswordLength at most 4096.")
    }
    lengths = Int(shortest)...Int(longest)
  }

  /// Throws if a new password is too weak.
  func check(_ password: String) throws(ServerError) {
    // The requirement that every project has has its own error.
    guard password.utf16.count >= Self.shortest else {
      throw ServerError(.weakPassword, "Password should be at least \(Self.shortest) characters")
    }
    let missing = missing(in: password)
    guard missing.isEmpty else {
      throw ServerError(
        .passwordDoesNotMeetRequirements,
        "Missing password requirements: [\(missing.joined(separator: ", "))]")
    }
  }

  /// Throws if an old password does not meet the current policy and the project requires that.
  func checkAtSignIn(_ password: String) throws(ServerError) {
    if isEnforced, isForcedAtSignIn { try check(password) }
  }

  private func missing(in password: String) -> [String] {
    let lengths = isEnforced ? lengths : Self.shortest...Self.longest
    var missing: [String] = []
    if password.utf16.count < lengths.lowerBound {
      missing.append("Password must contain at least \(lengths.lowerBound) characters")
    }
    if password.utf16.count > lengths.upperBound {
      missing.append("Password may contain at most \(lengths.upperBound) characters")
    }
    guard isEnforced else { return missing }
    if needsLowercase, !password.contains(where: \.isLowercase) {
      missing.append("Password must contain a lower case character")
    }
    if needsUppercase, !password.contains(where: \.isUppercase) {
      missing.append("Password must contain an upper case character")
    }
    if needsDigit, !password.contains(where: { ("0"..."9").contains($0) }) {
      missing.append("Password must contain a numeric character")
    }
    if needsSymbol, !password.contains(where: Self.symbols.contains) {
      missing.append("Password must contain a non-alphanumeric character")
    }
    return missing
  }
}
