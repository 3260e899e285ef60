extension Auth {
  /// Sends an e-mail with a sign-in link.
  ///
  /// Keep the address, because the sign-in needs it again.
  /// - Parameters:
  ///   - email: The address to send the link to.
  ///   - actionCodeSettings: The URL that the link leads to, and the apps that may open it. This call sets
  ///     `handleCodeInApp`.
  /// - Throws: ``AuthErrorCode/missingContinueURI``, ``AuthErrorCode/unauthorizedDomain``,
  ///   ``AuthErrorCode/quotaExceeded``, ``AuthErrorCode/invalidEmail``.
  public nonisolated func sendSignInLink(
    toEmail email: String, actionCodeSettings: ActionCodeSettings
  ) async throws(AuthError) {
    guard let settings = try actionCodeSettings.checked else { throw AuthError(.missingContinueURI) }
    try await performVerified { core throws(AuthFailure) in
      try core.sendSignInLink(toEmail: email, settings: settings)
    }
  }

  /// Returns whether a text is, or contains, a sign-in link.
  ///
  /// This check makes no request.
  public nonisolated func isSignIn(withEmailLink link: String) -> Bool {
    (try? ActionCodeURL(link))?.operation == .emailLink
  }

  /// Sends an e-mail with a link that sets a new password.
  ///
  /// With enumeration protection, an address without an account throws no error.
  /// - Parameters:
  ///   - email: The account's address.
  ///   - actionCodeSettings: The URL that the link leads to. With nil, it leads to the project's own page.
  public nonisolated func sendPasswordReset(
    withEmail email: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await performVerified { core throws(AuthFailure) in
      try core.sendPasswordReset(withEmail: email, settings: settings)
    }
  }

  /// Returns the address of the account whose password `code` can reset.
  ///
  /// This call does not use up the code.
  /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
  public nonisolated func verifyPasswordResetCode(_ code: String) async throws(AuthError) -> String {
    let info = try await checkActionCode(code)
    guard info.operation == .passwordReset, let email = info.email else {
      throw AuthError(.invalidActionCode)
    }
    return email
  }

  /// Sets a new password with the code of a reset link.
  ///
  /// This ends every session of the account.
  /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``,
  ///   ``AuthErrorCode/weakPassword``.
  public nonisolated func confirmPasswordReset(
    withCode code: String, newPassword: String
  ) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in
      _ = try core.confirmPasswordReset(withCode: code, newPassword: newPassword)
    }
  }

  /// Returns what the code of a link is for.
  ///
  /// This call does not use up the code.
  /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
  public nonisolated func checkActionCode(_ code: String) async throws(AuthError) -> ActionCodeInfo {
    let answer = try await perform { core throws(AuthFailure) in try core.checkActionCode(code) }
      .answer
    return ActionCodeInfo(answer)
  }

  /// Applies the code of a link: verifies, changes or restores an address, or unenrolls a second factor.
  /// - Throws: ``AuthErrorCode/expiredActionCode``, ``AuthErrorCode/invalidActionCode``.
  public nonisolated func applyActionCode(_ code: String) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in _ = try core.applyActionCode(code) }
  }
}

extension ActionCodeSettings {
  /// These settings if they have a URL; nil if nothing is set.
  /// - Throws: ``AuthErrorCode/missingContinueURI`` if there are settings but no URL.
  var checked: ActionCodeSettings? {
    get throws(AuthError) {
      if address != nil { return self }
      guard self == ActionCodeSettings() else { throw AuthError(.missingContinueURI) }
      return nil
    }
  }
}
