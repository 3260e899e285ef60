extension Auth {
  /// Runs a call for which the service may require reCAPTCHA.
  ///
  /// If it does, a delegate shows reCAPTCHA, and the call runs again with the token.
  /// - Parameter uiDelegate: The call's own delegate; nil for the client's.
  @discardableResult
  nonisolated func performVerified<Answer: Sendable>(
    as user: User? = nil, at binding: SessionBinding? = nil, uiDelegate: (any AuthUIDelegate)? = nil,
    _ call: @escaping @Sendable (BlockingAuth) throws(AuthFailure) -> Answer
  ) async throws(AuthError) -> CallResult<Answer> {
    guard let uiDelegate = uiDelegate ?? self.uiDelegate else {
      return try await perform(as: user, at: binding, call)
    }
    var recaptcha = AnsweredRecaptcha()
    // The service may require the other reCAPTCHA product after the first token, once.
    for _ in 0..<3 {
      do {
        return try await perform(as: user, at: binding, recaptcha: recaptcha, call)
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
