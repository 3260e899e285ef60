import IdentityToolkit

/// The operation that returns the purpose of a mailed code, and sets a new password if one is given.
struct ResetPasswordOperation: Operation {
  let call: Call

  func answer(_ request: ResetPassword.Request) throws -> ResetPassword.Response {
    let (code, settings, factor) = try call.store.read { transaction in
      let project = try call.findProject(in: transaction)
      let code = try ActionLinks(call: call).code(request.oobCode, project: project.id, in: transaction)
      return (
        code, try call.settings(of: project), try transaction.secondFactor(of: code)
      )
    }
    // The service looks at a sign-in link even if a password comes with it.
    let onlyLooks = call.dialect.onlyLooksAtSignInLinks && code.requestType == .emailSignIn
    if let password = request.newPassword, !onlyLooks, !password.isEmpty || call.dialect.readsEmptyPasswords {
      guard settings.isEmailEnabled else { throw ServerError(.passwordLoginDisabled) }
      guard code.requestType == .passwordReset else { throw ServerError(.invalidOOBCode) }
      if password.isEmpty { throw ServerError(.weakPassword) }
      try settings.passwordRules.check(password)
      try reset(try Passwords(call: call).hashed(password), by: code.code)
    }
    var response = ResetPassword.Response(
      // A sign-in link must not reveal its address.
      email: code.requestType == .emailSignIn ? nil : (code.askedEmail ?? code.email).text,
      newEmail: code.newEmail?.text,
      requestType: code.requestType)
    response.mfaInfo = factor.map { MFAEnrollment(hint: $0, under: call.policy) }
    return response
  }

  /// Sets the password.
  ///
  /// This verifies the address and ends all sessions.
  private func reset(_ password: StoredPassword, by code: String) throws {
    try call.store.write { transaction in
      let found = try call.findProject(in: transaction)
      let project = found.id
      let code = try ActionLinks(call: call).code(code, project: project, in: transaction)
      var account: Account
      do {
        account = try ActionLinks(call: call).account(of: code, in: transaction)
      } catch let error as ServerError where error.code == .userDisabled {
        try transaction.delete(actionCode: code.id)
        throw error
      }
      if !account.isEmailVerified, call.dialect.removesUnverifiedWays {
        try UnverifiedMethods(call: call).remove(from: &account, call.settings(of: found), in: transaction)
      }
      try transaction.delete(actionCode: code.id)
      try transaction.deleteActionCodes(account: account.id)
      try transaction.forgetFailures(email: code.email, project: project)
      account.password = password
      account.isEmailVerified = true
      account.isAnonymous = false
      Sessions(call: call).endAll(of: &account)
      try transaction.update(account)
    }
  }
}

extension Transaction {
  /// Returns the factor that a code unenrolls, or nil for other codes.
  fileprivate func secondFactor(of code: ActionCode) throws -> SecondFactor? {
    guard let account = code.account, let id = code.secondFactor else { return nil }
    return try secondFactors(account: account).first { $0.id == id }
  }
}
