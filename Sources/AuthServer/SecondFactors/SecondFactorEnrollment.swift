import IdentityToolkit

struct SecondFactorEnrollment: Sendable {
  let call: Call

  /// Throws if the project, the session or the account does not allow the factor.
  ///
  /// - Parameters:
  ///   - phone: The number, or nil for an authenticator app.
  ///   - isStart: Whether the enrollment only starts. The service counts an app with the other factors at its end.
  func refuseUnfit(
    _ phone: PhoneNumber?, for account: Account, by token: IDToken, _ settings: ProjectSettings,
    isStart: Bool = false
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
    if phone == nil, account.secondFactors.contains(where: { $0.phone == nil }) {
      throw ServerError(
        .secondFactorLimitExceeded, "Too many TOTP based second factors enrolled for this account.")
    }
    if phone == nil, isStart { return }
    guard account.secondFactors.count < call.policy.secondFactorsPerAccount
    else { throw ServerError(.secondFactorLimitExceeded) }
  }

  /// Enrolls a factor for the account of `token`, and mails a link that undoes this.
  ///
  /// The session continues, with the factor.
  func enroll(
    _ factor: SecondFactor, in account: inout Account, by token: IDToken, wayBack: ActionLink,
    _ newToken: RefreshToken, in transaction: Transaction
  ) throws -> Grant {
    let factor = try transaction.enroll(factor, in: &account)
    if let email = account.email {
      let mail = ActionMail(
        requestType: .revertSecondFactorAddition, link: wayBack, email: email, account: account.id,
        secondFactor: factor)
      try ActionLinks(call: call).send(mail, project: account.project, in: transaction)
    }
    return try Sessions(call: call).renew(token, of: account, newToken, in: transaction) { $0.note(factor) }
  }

  /// Returns an ID for a new factor, by which clients know it.
  func newID() throws -> String {
    try call.dialect.givesFactorsUUIDs ? call.random.uuid() : call.random.localID()
  }

  static func displayName(_ text: String?) throws(ServerError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard text.utf16.count <= 256 else { throw .tooLong("displayName", 256) }
    return text
  }
}

extension AuthSession {
  /// Adds to the session's tokens that `factor` was used.
  mutating func note(_ factor: SecondFactor) {
    secondFactor = factor.phone == nil ? "totp" : "phone"
    secondFactorIdentifier = factor.enrollmentID
  }
}
