extension User {
  /// Gets the account's current data from the service.
  /// - Throws: ``AuthErrorCode/userTokenExpired``, ``AuthErrorCode/userDisabled`` or ``AuthErrorCode/userNotFound`` if
  ///   the session has ended. The user is then signed out.
  public func reload() async throws(AuthError) {
    try await perform(isChange: false) { core throws(AuthFailure) in _ = try core.reload() }
  }

  /// Deletes the account and signs the user out.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin`` if the sign-in is older than about five minutes.
  public func delete() async throws(AuthError) {
    try await perform(isSignOut: true) { core throws(AuthFailure) in try core.deleteAccount() }
  }

  /// Sends an e-mail with a link that verifies ``email``.
  /// - Parameter actionCodeSettings: The URL that the link leads to. With nil, it leads to the project's own page.
  public func sendEmailVerification(
    with actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendEmailVerification(settings: settings)
    }
  }

  /// Sends an e-mail to `newEmail` with a link that makes it the account's address.
  /// - Parameters:
  ///   - newEmail: The new address.
  ///   - actionCodeSettings: The URL that the link leads to. With nil, it leads to the project's own page.
  public func sendEmailVerification(
    beforeUpdatingEmail newEmail: String, actionCodeSettings: ActionCodeSettings? = nil
  ) async throws(AuthError) {
    let settings = try actionCodeSettings?.checked
    try await perform { core throws(AuthFailure) in
      try core.sendEmailVerification(beforeUpdatingEmail: newEmail, settings: settings)
    }
  }

  /// Changes the account's address, which is then not verified.
  /// - Throws: ``AuthErrorCode/operationNotAllowed`` with enumeration protection, the default of new projects.
  ///   ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/emailAlreadyInUse``.
  @available(*, deprecated, message: "use sendEmailVerification(beforeUpdatingEmail:)")
  public func updateEmail(to email: String) async throws(AuthError) {
    var change = AccountChange()
    change.email = email
    try await update(change)
  }

  /// Changes the account's password and ends the account's other sessions.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/weakPassword``.
  public func updatePassword(to password: String) async throws(AuthError) {
    if password.isEmpty { throw AuthError(.weakPassword) }
    var change = AccountChange()
    change.password = password
    try await update(change)
  }

  /// Changes the account's phone number.
  /// - Throws: ``AuthErrorCode/requiresRecentLogin``, ``AuthErrorCode/credentialAlreadyInUse``.
  public func updatePhoneNumber(_ credential: PhoneAuthCredential) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in
      _ = try core.updatePhoneNumber(credential)
    }
  }

  /// Returns a request that changes the display name and the photo.
  ///
  /// The change takes effect with ``UserProfileChangeRequest/commitChanges()``.
  public func createProfileChangeRequest() -> UserProfileChangeRequest {
    UserProfileChangeRequest(user: self)
  }

  func update(_ change: AccountChange) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in _ = try core.update(change) }
  }
}
