import IdentityToolkit

// What starting and finishing an enrolment have in common.
extension Call {
  /// Refuses a factor that the project, the session or the account may not have.
  /// - Parameter phone: the number; nil for an authenticator app.
  func refuseUnfitFactor(
    _ phone: PhoneNumber?, for account: Account, by token: IDToken, _ settings: ProjectSettings
  ) throws(ServerError) {
    guard phone == nil ? settings.mfa.isTOTPEnabled : settings.mfa.isSMSEnabled
    else { throw .mfaNotEnabled(phone == nil ? "TOTP" : "SMS") }
    guard !AuthSession.providersWithoutSecondFactor.contains(token.provider) else {
      throw ServerError(.unsupportedFirstFactor, "MFA is not available for the given first factor.")
    }
    guard account.email != nil, account.isEmailVerified else {
      throw ServerError(.unverifiedEmail, "Need to verify email first before enrolling second factors.")
    }
    if let phone, account.secondFactors.contains(where: { $0.phone == phone }) {
      throw ServerError(
        .secondFactorExists, "Phone number already enrolled as second factor for this account.")
    }
    let hasTOTP = account.secondFactors.contains { $0.phone == nil }
    guard account.secondFactors.count < policy.secondFactorsPerAccount, phone != nil || !hasTOTP
    else { throw ServerError(.secondFactorLimitExceeded) }
  }

  /// Adds a factor to the account of `token`, and mails the way back; the session goes on with it.
  func enroll(
    _ factor: SecondFactor, in account: inout Account, by token: IDToken, wayBack: ActionLink,
    _ newToken: RefreshToken, in transaction: Transaction
  ) throws -> Grant {
    let factor = try transaction.enroll(factor, in: &account)
    if let email = account.email {
      let mail = ActionMail(
        requestType: .revertSecondFactorAddition, link: wayBack, email: email, account: account.id,
        secondFactor: factor)
      try send(mail, project: account.project, in: transaction)
    }
    return try renew(token, of: account, newToken, in: transaction) { $0.note(factor) }
  }

  /// The name that a person gave a factor.
  func factorName(_ text: String?) throws(ServerError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf16.count <= 256 else { throw .tooLong("displayName", 256) }
    return text
  }
}

extension AuthSession {
  /// Says in its tokens that `factor` was shown.
  mutating func note(_ factor: SecondFactor) {
    secondFactor = factor.phone == nil ? "totp" : "phone"
    secondFactorIdentifier = factor.enrollmentID
  }
}

extension ServerError {
  static func mfaNotEnabled(_ kind: String) -> ServerError {
    ServerError(.operationNotAllowed, "\(kind) based MFA not enabled.")
  }

  static let missingFactorID = ServerError(
    .missingMFAEnrollmentID, "No second factor identifier is provided.")

  /// A request that says nothing of the factor it is about.
  static func missingFactor(_ name: String) -> ServerError {
    ServerError(.invalidArgument, "((Missing \(name).))", status: "INVALID_ARGUMENT")
  }

  static let phoneBesideSecondFactor = ServerError(
    .unsupportedFirstFactor, "A phone number cannot be set as a first factor on an SMS based MFA user.")
}
