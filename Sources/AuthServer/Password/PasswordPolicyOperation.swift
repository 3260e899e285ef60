import IdentityToolkit

/// The operation that returns the project's password policy.
struct PasswordPolicyOperation: Operation {
  let call: Call

  func answer(_ request: PasswordPolicy.Request) throws -> PasswordPolicy.Response {
    let rules = try rules()
    var options = PasswordPolicy.StrengthOptions()
    let isWhole = rules.isUnset || !call.dialect.answersSetLengthsAlone
    options.minPasswordLength = isWhole ? rules.lengths.lowerBound : rules.setShortest
    options.maxPasswordLength = isWhole ? rules.lengths.upperBound : rules.setLongest
    options.containsLowercaseCharacter = rules.needsLowercase ? true : nil
    options.containsUppercaseCharacter = rules.needsUppercase ? true : nil
    options.containsNumericCharacter = rules.needsDigit ? true : nil
    options.containsNonAlphanumericCharacter = rules.needsSymbol ? true : nil
    var response = PasswordPolicy.Response()
    response.customStrengthOptions = options
    // The service enforces the lengths that every project has.
    let isUnset = rules.isUnset && call.dialect.enforcesUnsetPolicy
    if rules.needsSymbol || !call.dialect.answersSetLengthsAlone {
      response.allowedNonAlphanumericCharacters = PasswordRules.symbols.map { String($0) }
    }
    response.enforcementState = rules.isEnforced || isUnset ? "ENFORCE" : "OFF"
    if rules.isForcedAtSignIn || call.dialect.answersUnforcedUpgrade {
      response.forceUpgradeOnSignin = rules.isForcedAtSignIn
    }
    response.schemaVersion = 1
    return response
  }

  private func rules() throws -> PasswordRules {
    do {
      return try call.projectSettings().passwordRules
    } catch let error as ServerError where error.code == .tenantNotFound {
      // The service finds no other tenant so on this version of its paths.
      throw ServerError(.invalidTenantID)
    }
  }
}
