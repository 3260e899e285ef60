/// Makes secrets of authenticator apps, and assertions of their codes.
public enum TOTPMultiFactorGenerator {
  /// The kind of factor.
  public static let factorID = FactorID.totp

  /// Has the service make the secret of a new authenticator app.
  /// - Parameter session: Of ``MultiFactor/getSession()``.
  public static func generateSecret(with session: MultiFactorSession) async throws(AuthError) -> TOTPSecret {
    guard let user = session.user else { throw AuthError(.invalidMultiFactorSession) }
    return try await user.perform { core throws(AuthFailure) in
      try core.refuseUnready(.totp)
      return try core.generateTOTPSecret()
    }.answer
  }

  /// The assertion that enrolls the app which was given `secret`.
  /// - Parameters:
  ///   - secret: Of ``generateSecret(with:)``.
  ///   - oneTimePassword: The code that the app shows.
  public static func assertionForEnrollment(
    with secret: TOTPSecret, oneTimePassword: String
  ) -> MultiFactorAssertion {
    assertionForEnrollment(sessionInfo: secret.sessionInfo, oneTimePassword: oneTimePassword)
  }

  /// The same for a secret of which only the session is kept.
  package static func assertionForEnrollment(
    sessionInfo: String, oneTimePassword: String
  ) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .newAuthenticator(sessionInfo: sessionInfo, code: oneTimePassword))
  }

  /// The assertion that ends a sign-in.
  /// - Parameters:
  ///   - enrollmentID: The hint's ``MultiFactorInfo/uid``.
  ///   - oneTimePassword: The code that the app shows.
  public static func assertionForSignIn(
    withEnrollmentID enrollmentID: String, oneTimePassword: String
  ) -> MultiFactorAssertion {
    MultiFactorAssertion(proof: .authenticator(enrollmentID: enrollmentID, code: oneTimePassword))
  }
}
