extension User {
  /// Asks the service for the account again.
  /// - Throws: ``AuthErrorCode/userTokenExpired``, ``AuthErrorCode/userDisabled`` or ``AuthErrorCode/userNotFound`` where
  ///   the session has ended; the user is signed out then.
  public func reload() async throws(AuthError) {
    try await perform(isChange: false) { core throws(AuthFailure) in _ = try core.reload() }
  }

  /// Deletes the account, and signs the user out.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin`` where the sign-in is older than about five minutes.
  public func delete() async throws(AuthError) {
    try await perform(isSignOut: true) { core throws(AuthFailure) in try core.deleteAccount() }
  }

  /// Sends a mail with a link that verifies ``email``.
  /// - Parameter actionCodeSettings: Where the link leads; nil is the project's own page.
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendEmailVerification(settings: settings)
    }
  }

  /// Sends a mail to `newEmail` with a link that makes it the account's address.
  public func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendEmailVerification(beforeUpdatingEmail: newEmail, settings: settings)
    }
  }

  /// Gives the account a new password, which ends its other sessions.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/weakPassword``.
  public func updatePassword(to password: String) async throws(AuthError) {
    if password.isEmpty { throw AuthError(.weakPassword) }
    var change = AccountChange()
    change.password = password
    try await update(change)
  }

  /// Gives the account a new phone number.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/credentialAlreadyInUse``.
  public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in
      _ = try core.updatePhoneNumber(credential)
    }
  }

  /// What changes the display name and the photo, once it is committed.
  public func createProfileChangeRequest() -> UserProfileChangeRequest {
    UserProfileChangeRequest(user: self)
  }

  func update(_ change: AccountChange) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in _ = try core.update(change) }
  }
}
