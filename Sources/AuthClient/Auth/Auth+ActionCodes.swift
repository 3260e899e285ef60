extension Auth {
  /// Mails a link that signs in whoever opens it. Keep the address: the sign-in needs it again.
  /// - Parameters:
  ///   - email: The address.
  ///   - actionCodeSettings: Where the link leads; its `handleCodeInApp` is set here.
  /// - Throws: ``AuthErrorCode/unauthorizedDomain``, ``AuthErrorCode/quotaExceeded``, ``AuthErrorCode/invalidEmail``.
  public nonisolated func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings
  ) async throws(AuthError) {
    guard let settings = try actionCodeSettings.checked else { throw AuthError(.missingContinueURI) }
    try await perform { core throws(AuthFailure) in
      try core.sendSignInLink(toEmail: email, settings: settings)
    }
  }

  /// Whether a text is, or holds, a link that signs in. Nothing is sent.
  public nonisolated func isSignIn(withEmailLink link: String) -> Bool {
    (try? ActionCodeURL(link))?.operation == .emailLink
  }

  /// Mails a link that sets a new password. Where the project hides which addresses have accounts, an address that has
  /// none is no error.
  /// - Parameters:
  ///   - email: The account's address.
  ///   - actionCodeSettings: Where the link leads; nil is the project's own page.
  public nonisolated func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendPasswordReset(withEmail: email, settings: settings)
    }
  }

  /// The address whose password `code` resets. Nothing is used up.
  /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
  public nonisolated func verifyPasswordResetCode(_ code: String) async throws(AuthError) -> String {
    let info = try await checkActionCode(code)
    guard info.operation == .passwordReset, let email = info.email else {
      throw AuthError(.invalidActionCode)
    }
    return email
  }

  /// Sets the new password that `code` allows, which ends every session of the account.
  public nonisolated func confirmPasswordReset(
    withCode code: String, newPassword: String
  ) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in
      _ = try core.confirmPasswordReset(withCode: code, newPassword: newPassword)
    }
  }

  /// What the code of a link is for. Nothing is used up.
  public nonisolated func checkActionCode(_ code: String) async throws(AuthError) -> ActionCodeInfo {
    let answer = try await perform { core throws(AuthFailure) in try core.checkActionCode(code) }
      .answer
    return ActionCodeInfo(answer)
  }

  /// Does what a link says: verifies, changes or restores an address, or removes a second factor.
  public nonisolated func applyActionCode(_ code: String) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in _ = try core.applyActionCode(code) }
  }
}

extension ActionCodeSettings {
  /// - Throws: ``AuthErrorCode/missingContinueURI`` where they say anything but where the link leads.
  var checked: ActionCodeSettings? {
    get throws(AuthError) {
      if address != nil { return self }
      guard self == ActionCodeSettings() else { throw AuthError(.missingContinueURI) }
      return nil
    }
  }
}
