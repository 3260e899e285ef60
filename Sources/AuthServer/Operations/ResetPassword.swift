import IdentityToolkit

extension Call {
  func resetPassword(_ request: ResetPassword.Request) throws -> ResetPassword.Response {
    try refuse(tenant: request.tenantId)
    let (code, settings, factor) = try store.read { transaction in
      let project = try findProject(in: transaction)
      let code = try actionCode(request.oobCode, project: project.id, in: transaction)
      return (
        code, try server.settings.settings(of: project), try transaction.secondFactor(of: code)
      )
    }
    if let password = request.newPassword, !password.isEmpty {
      guard settings.isEmailEnabled else { throw ServerError(.passwordLoginDisabled) }
      guard code.requestType == .passwordReset else { throw ServerError(.invalidOOBCode) }
      try settings.passwordRules.check(password)
      try reset(try hashed(password), by: code.code)
    }
    var response = ResetPassword.Response(
      // A sign-in link must not tell whose it is.
      email: code.requestType == .emailSignIn ? nil : code.email.text, newEmail: code.newEmail?.text,
      requestType: code.requestType)
    response.mfaInfo = factor.map(MFAEnrollment.init(hint:))
    return response
  }

  /// Sets the password, which proves the address and ends every session.
  private func reset(_ password: StoredPassword, by code: String) throws {
    try store.write { transaction in
      let project = try findProject(in: transaction).id
      let code = try actionCode(code, project: project, in: transaction)
      var account = try transaction.account(of: code)
      if !account.isEmailVerified, policy.unverifiedWaysRemoved {
        try removeUnverifiedWays(of: &account, in: transaction)
      }
      try transaction.delete(actionCode: code.id)
      try transaction.deleteActionCodes(account: account.id)
      try transaction.forgetFailures(email: code.email, project: project)
      account.password = password
      account.isEmailVerified = true
      account.isAnonymous = false
      endSessions(of: &account)
      try transaction.update(account)
    }
  }
}

extension Transaction {
  /// The factor that a code takes off again; nil for other codes.
  fileprivate func secondFactor(of code: ActionCode) throws -> SecondFactor? {
    guard let account = code.account, let id = code.secondFactor else { return nil }
    return try secondFactors(account: account).first { $0.id == id }
  }
}
