/// Shows the service the token that a person was given for a challenge; asks for one by failing.
///
/// So the client's thread does not wait for the person: the call is made again once there is a token.
struct AnsweredRecaptcha: RecaptchaPresenter, Sendable {
  var answer: (challenge: RecaptchaChallenge, token: String)?

  func token(for challenge: RecaptchaChallenge) throws(AuthFailure) -> String {
    if let answer, answer.challenge == challenge { return answer.token }
    throw .caller(CallerFailure(ChallengeMet(challenge: challenge)))
  }
}

/// A person has to pass `challenge` before the call can be made.
struct ChallengeMet: Error {
  let challenge: RecaptchaChallenge
}
