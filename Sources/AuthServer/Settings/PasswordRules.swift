import Essentials
import IdentityToolkit

/// A project's password policy.
struct PasswordRules: Sendable, Equatable {
  /// Whether more than the minimum length is required.
  var isEnforced = false
  /// Whether to refuse a sign-in with a password that does not meet the current policy.
  var isForcedAtSignIn = false
  /// Whether there are no rules, or an administrator removed them.
  var isUnset = true
  var lengths = shortest...longest
  /// The lengths that an administrator set.
  var setShortest: Int?
  var setLongest: Int?
  var needsLowercase = false
  var needsUppercase = false
  var needsDigit = false
  var needsSymbol = false

  static let shortest = 6
  static let longest = 4096
  static let symbols = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`-"

  /// Reads `passwordPolicyConfig` of Google's configuration object.
  init(_ config: JSONValue?) throws(ServerError) {
    guard let config, config != .null, config.members?.isEmpty != true else { return }
    isUnset = false
    isEnforced = config["passwordPolicyEnforcementState"] == "ENFORCE"
    isForcedAtSignIn = config["forceUpgradeOnSignin"]?.bool ?? false
    let options = config["passwordPolicyVersions"]?.array?.first?["customStrengthOptions"]
    needsLowercase = options?["containsLowercaseCharacter"]?.bool ?? false
    needsUppercase = options?["containsUppercaseCharacter"]?.bool ?? false
    needsDigit = options?["containsNumericCharacter"]?.bool ?? false
    needsSymbol = options?["containsNonAlphanumericCharacter"]?.bool ?? false
    setShortest = options?["minPasswordLength"]?.integer.map { Int($0) }
    setLongest = options?["maxPasswordLength"]?.integer.map { Int($0) }
    let (shortest, longest) = (setShortest ?? Self.shortest, setLongest ?? Self.longest)
    guard (6...30).contains(shortest), (shortest...Self.longest).contains(longest) else {
      throw ServerError.badArgument("minPasswordLength is 6 to 30, maxPasswordLength at most 4096.")
    }
    lengths = shortest...longest
  }

  /// Throws if a new password is too weak.
  func check(_ password: String) throws(ServerError) {
    guard !password.isEmpty else { throw ServerError(.weakPassword) }
    // The requirements that every project has have their own errors.
    guard password.utf16.count >= Self.shortest else {
      throw ServerError(.weakPassword, "Password should be at least \(Self.shortest) characters")
    }
    guard password.utf16.count <= Self.longest else {
      throw ServerError(
        .passwordDoesNotMeetRequirements, "Password cannot be longer than \(Self.longest) characters")
    }
    let missing = missing(in: password).compactMap(\.notificationMessage)
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

  /// Returns the requirements that an old password does not meet, if it may still sign in.
  func unmetAtSignIn(_ password: String) -> [UserNotification] {
    isForcedAtSignIn ? [] : missing(in: password)
  }

  private func missing(in password: String) -> [UserNotification] {
    guard isEnforced else { return [] }
    var missing: [UserNotification] = []
    if password.utf16.count < lengths.lowerBound {
      missing.append(
        .init("MINIMUM_PASSWORD_LENGTH", "Password must contain at least \(lengths.lowerBound) characters"))
    }
    if password.utf16.count > lengths.upperBound {
      missing.append(
        .init("MAXIMUM_PASSWORD_LENGTH", "Password may contain at most \(lengths.upperBound) characters"))
    }
    func has(_ range: ClosedRange<Unicode.Scalar>) -> Bool {
      password.unicodeScalars.contains(where: range.contains)
    }
    if needsLowercase, !has("a"..."z") {
      missing.append(.init("MISSING_LOWERCASE_CHARACTER", "Password must contain a lower case character"))
    }
    if needsUppercase, !has("A"..."Z") {
      missing.append(.init("MISSING_UPPERCASE_CHARACTER", "Password must contain an upper case character"))
    }
    if needsDigit, !has("0"..."9") {
      missing.append(.init("MISSING_NUMERIC_CHARACTER", "Password must contain a numeric character"))
    }
    if needsSymbol, !password.contains(where: Self.symbols.contains) {
      missing.append(
        .init("MISSING_NON_ALPHANUMERIC_CHARACTER", "Password must contain a non-alphanumeric character"))
    }
    return missing
  }
}
