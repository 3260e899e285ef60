/// Creates secrets for authenticator apps, and assertions from their codes.
public enum TOTPMultiFactorGenerator {
  /// The kind of factor.
  public static let factorID = FactorID.totp

  /// Requests a secret for a new authenticator app.
  /// - Parameter session: The session from ``MultiFactor/getSession()``.
  public static func generateSecret(with session: MultiFactorSession) async throws(AuthError) -> TOTPSecret {
    guard let user = session.user else { throw AuthError(.invalidMultiFactorSession) }
    return try await user.perform { core throws(AuthFailure) in
      try core.refuseUnready(.totp)
      return try core.generateTOTPSecret()
    }.answer
  }

  /// Creates the assertion that enrolls the app with `secret`.
  /// - Parameters:
  ///   - secret: The secret from ``generateSecret(with:)``.
  ///   - oneTimePassword: The code that the app shows.
  public static func assertionForEnrollment(
    with secret: TOTPSecret, oneTimePassword: String
  ) -> MultiFactorAssertion {
    assertionForEnrollment(sessionInfo: secret.sessionInfo, oneTimePassword: oneTimePassword)
  }

  /// Creates the same assertion if only the secret's session is kept.
  package static func assertionForEnrollment(
    sessionInfo: String, oneTimePassword: String
  ) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .newAuthenticator(sessionInfo: sessionInfo, code: oneTimePassword))
  }

  /// Creates the assertion that finishes a sign-in.
  /// - Parameters:
  ///   - enrollmentID: The ``MultiFactorInfo/uid`` of the hint.
  ///   - oneTimePassword: The code that the app shows.
  public static func assertionForSignIn(
    withEnrollmentID enrollmentID: String, oneTimePassword: String
  ) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .authenticator(enrollmentID: enrollmentID, code: oneTimePassword))
  }
}
