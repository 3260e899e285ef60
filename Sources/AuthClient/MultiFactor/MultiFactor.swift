/// The second factors of a user.
public struct MultiFactor: Sendable {
  let user: User

  /// The enrolled factors, as the service last returned them.
  public var enrolledFactors: [any MultiFactorInfo] { user.record.factors.map(\.publicForm) }

  /// Returns a session that enrolls a factor for the user.
  public func getSession() async throws(AuthError) -> MultiFactorSession {
    let binding = user.auth.session.snapshot.binding
    // If the session has ended, the call fails now and not after the SMS.
    try await user.perform { core throws(AuthFailure) in _ = try core.idToken() }
    return MultiFactorSession(auth: user.auth, user: user, binding: binding, purpose: .enrollment)
  }

  /// Returns the same as ``getSession()``.
  public func session() async throws(AuthError) -> MultiFactorSession { try await getSession() }

  /// Enrolls a factor.
  ///
  /// A newly enrolled phone ends the account's other sessions.
  /// - Parameters:
  ///   - assertion: An assertion of ``PhoneMultiFactorGenerator`` or ``TOTPMultiFactorGenerator``.
  ///   - displayName: The user's name for the factor.
  /// - Throws: ``AuthErrorCode/invalidVerificationCode``, ``AuthErrorCode/requiresRecentLogin``.
  ///   ``AuthErrorCode/unverifiedEmail`` if the account's address is not verified.
  ///   ``AuthErrorCode/operationNotAllowed`` if the project does not allow such factors.
  public func enroll(
    with assertion: MultiFactorAssertion, displayName: String?
  ) async throws(AuthError) {
    try await user.perform { core throws(AuthFailure) in
      _ = try core.enroll(with: assertion, displayName: displayName)
    }
  }

  /// Unenrolls a factor.
  /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/requiresRecentLogin``.
  public func unenroll(with factorInfo: any MultiFactorInfo) async throws(AuthError) {
    try await unenroll(withFactorUID: factorInfo.uid)
  }

  /// Unenrolls the factor with this ``MultiFactorInfo/uid``.
  /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/requiresRecentLogin``.
  public func unenroll(withFactorUID factorUID: String) async throws(AuthError) {
    try await user.perform { core throws(AuthFailure) in _ = try core.unenroll(factor: factorUID) }
  }
}

extension User {
  /// The user's second factors.
  public var multiFactor: MultiFactor { MultiFactor(user: self) }
}
