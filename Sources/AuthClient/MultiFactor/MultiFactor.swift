/// A user's second factors.
public struct MultiFactor: Sendable {
  let user: User

  /// The factors, as the service last showed them.
  public var enrolledFactors: [any MultiFactorInfo] { user.record.factors.map(\.publicForm) }

  /// What enrolls a factor for the user.
  public func getSession() async throws(AuthError) -> MultiFactorSession {
    let binding = user.auth.session.snapshot.binding
    // A session that has ended is told now, rather than once a code has come.
    try await user.perform { core throws(AuthFailure) in _ = try core.idToken() }
    return MultiFactorSession(auth: user.auth, user: user, binding: binding, purpose: .enrollment)
  }

  /// As ``getSession()``.
  public func session() async throws(AuthError) -> MultiFactorSession { try await getSession() }

  /// Enrolls a factor. A phone as a factor ends the account's other sessions.
  /// - Parameters:
  ///   - assertion: Of ``PhoneMultiFactorGenerator`` or ``TOTPMultiFactorGenerator``.
  ///   - displayName: What the user calls it, among several.
  /// - Throws: ``AuthErrorCode/invalidVerificationCode``; ``AuthErrorCode/unverifiedEmail`` where the account's address is
  ///   not verified; ``AuthErrorCode/requiresRecentLogin``; ``AuthErrorCode/operationNotAllowed`` where the project has no
  ///   such factors.
  public func enroll(
    with assertion: MultiFactorAssertion, displayName: String?
  ) async throws(AuthError) {
    try await user.perform { core throws(AuthFailure) in
      _ = try core.enroll(with: assertion, displayName: displayName)
    }
  }

  /// Removes a factor.
  /// - Throws: ``AuthErrorCode/multiFactorInfoNotFound``, ``AuthErrorCode/requiresRecentLogin``.
  public func unenroll(with factorInfo: any MultiFactorInfo) async throws(AuthError) {
    try await unenroll(withFactorUID: factorInfo.uid)
  }

  /// Removes the factor whose ``MultiFactorInfo/uid`` this is.
  public func unenroll(withFactorUID factorUID: String) async throws(AuthError) {
    try await user.perform { core throws(AuthFailure) in _ = try core.unenroll(factor: factorUID) }
  }
}

extension User {
  /// The user's second factors.
  public var multiFactor: MultiFactor { MultiFactor(user: self) }
}
