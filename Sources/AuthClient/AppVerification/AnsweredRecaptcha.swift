/// Returns the token that the user already got for a challenge, and throws `ChallengeMet` for any other challenge.
///
/// So the client's thread does not wait for the user. When there is a token, the call runs again.
struct AnsweredRecaptcha: RecaptchaPresenter, Sendable {
  var answer: (challenge: RecaptchaChallenge, token: String)?

  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String {
    if let answer, answer.challenge == challenge { return answer.token }
    throw .caller(CallerFailure(ChallengeMet(challenge: challenge)))
  }
}

/// The user must pass `challenge` before the call can go on.
struct ChallengeMet: Error {
  let challenge: RecaptchaChallenge
}
