extension Auth {
  /// Runs a call that sends an SMS.
  ///
  /// If the service requires reCAPTCHA, `uiDelegate` shows it, and the call runs again with the token.
  nonisolated func performVerified<Answer: Sendable>(
    as user: User? = nil, at binding: SessionBinding? = nil, uiDelegate: (any AuthUIDelegate)?,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> Answer
  ) async throws(AuthError) -> Answer {
    guard let uiDelegate else { return try await perform(as: user, at: binding, call).answer }
    var recaptcha = AnsweredRecaptcha()
    // The service may require the other reCAPTCHA product after the first token, once.
    for _ in 0..<3 {
      do {
        return try await perform(as: user, at: binding, recaptcha: recaptcha, call).answer
      } catch {
        guard let challenge = (error.underlyingError as? ChallengeMet)?.challenge else { throw error }
        recaptcha.answer = (challenge, try await token(for: challenge, from: uiDelegate))
      }
    }
    throw AuthError(.captchaCheckFailed)
  }

  private nonisolated func token(
    for challenge: RecaptchaChallenge, from uiDelegate: any AuthUIDelegate
  ) async throws(AuthError) -> String {
    do {
      return try await uiDelegate.token(for: challenge)
    } catch {
      throw AuthError(delegate: error, as: .appVerificationUserInteractionFailure)
    }
  }
}
