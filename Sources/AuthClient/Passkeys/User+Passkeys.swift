import Synchronization

extension User {
  /// The account's passkeys, as the service last returned them.
  public var enrolledPasskeys: [PasskeyInfo] { record.passkeys ?? [] }

  /// Starts the enrollment of a passkey.
  ///
  /// Give the request to an authenticator, and its answer to ``finalizePasskeyEnrollment(withPlatformCredential:)``.
  /// - Parameter name: The passkey's name, for people. The authenticator shows it, too.
  /// - Throws: ``AuthErrorCode/operationNotAllowed`` if the project does not allow passkeys.
  public func startPasskeyEnrollment(
    withName name: String? = nil
  ) async throws(AuthError) -> PasskeyRegistrationRequest {
    let request = try await perform(isChange: false) { core throws(AuthFailure) in
      try core.startPasskeyEnrollment(name: name)
    }.answer
    passkeyName.withLock { $0 = name }
    return request
  }

  /// Enrolls the passkey that an authenticator made, with the name from the start of the enrollment.
  /// - Parameter credential: The authenticator's answer.
  /// - Throws: ``AuthErrorCode/invalidCredential`` for an answer that the service does not accept,
  ///   ``AuthErrorCode/sessionExpired`` for one that comes too late. ``AuthErrorCode/credentialAlreadyInUse``.
  @discardableResult
  public func finalizePasskeyEnrollment(
    withPlatformCredential credential: PasskeyRegistration
  ) async throws(AuthError) -> AuthDataResult {
    let name = passkeyName.withLock(\.self)
    return try await auth.signInResult(as: self, for: .link) { core throws(AuthFailure) in
      .signedIn(
        try core.enroll(credential, name: name),
        AdditionalUserInfo(isNewUser: false, providerID: PasskeyAssertion.provider))
    }
  }

  /// Unenrolls a passkey. The authenticator keeps it until its user deletes it there.
  /// - Parameter credentialID: The ``PasskeyInfo/credentialID``.
  public func unenrollPasskey(withCredentialID credentialID: String) async throws(AuthError) {
    try await perform { core throws(AuthFailure) in _ = try core.unenroll(passkey: credentialID) }
  }

  /// Enrolls a passkey of an authenticator.
  /// - Throws: ``AuthError``, or the authenticator's own error.
  @discardableResult
  public func enrollPasskey(
    withName name: String? = nil, on authenticator: some PasskeyAuthenticator
  ) async throws -> AuthDataResult {
    let request = try await startPasskeyEnrollment(withName: name)
    return try await finalizePasskeyEnrollment(
      withPlatformCredential: try await authenticator.register(request))
  }
}
