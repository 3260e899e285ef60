import AuthClient
import IdentityToolkit

/// Exchanges the code of a second factor.
struct SecondFactorExchange {
  private let flow: FlowSession
  private let signIn: SecondFactorStep
  private let factor: EnrolledFactor

  init(_ flow: FlowSession, _ signIn: SecondFactorStep, _ factor: EnrolledFactor) {
    self.flow = flow
    self.signIn = signIn
    self.factor = factor
  }

  func exchange(_ code: String) throws -> SignInOutcome {
    let assertion = try assertion(code)
    let isRepeated = try note(tryOf: code)
    do {
      return try CredentialUse(
        flow, for: signIn.purpose, method: signIn.choice.signInMethod, finishing: signIn.pending
      ).resolve(signIn.choice.resolver, with: assertion)
    } catch let error as AuthFailure {
      if let refusal = error.refusal {
        try note(answer: refusal)
        if isRepeated, refusal.code == .invalidCode { throw UnansweredCode(refusal: refusal) }
      } else if error.precedesRequest, !isRepeated {
        try noteNothingSent()
      }
      throw error
    }
  }

  private func assertion(_ code: String) throws -> MultiFactorAssertion {
    switch factor.type {
    case .totp:
      return TOTPMultiFactorGenerator.assertionForSignIn(
        withEnrollmentID: factor.uid, oneTimePassword: code)
    case .phone:
      guard let sent = signIn.choice.sentCode(to: factor) else {
        throw ChallengeProblem.notChallenged(factor, signIn)
      }
      return PhoneMultiFactorGenerator.assertion(
        with: PhoneAuthCredential(verificationID: sent.verificationID, code: code))
    default: throw ChallengeProblem.unsupported(factor)
    }
  }

  /// Keeps that `code` is sent to the server, for a run that ends before the answer: an app's code counts once,
  /// and the server calls it wrong the second time.
  /// - Returns: Whether this code was sent before, and no answer came.
  private func note(tryOf code: String) throws -> Bool {
    guard factor.type == .totp, !code.isEmpty else { return false }
    var isRepeated = false
    try updateChoice { choice in
      isRepeated = choice.unansweredCode == code
      choice.unansweredCode = code
    }
    return isRepeated
  }

  /// Keeps that the server answered. A code that it does not know any more does not stand, so that another may be
  /// sent at once.
  private func note(answer refusal: ServerError) throws {
    let isSpent =
      StepFate(after: refusal, of: .secondFactor(signIn.purpose, signIn.choice)) == .needsAnotherSMS
    guard factor.type == .totp || isSpent else { return }
    try updateChoice { choice in
      choice.unansweredCode = nil
      if isSpent { choice.challenge = nil }
    }
  }

  private func noteNothingSent() throws {
    guard factor.type == .totp else { return }
    try updateChoice { $0.unansweredCode = nil }
  }

  private func updateChoice(_ change: (inout SecondFactorChoice) -> Void) throws {
    guard let pending = signIn.pending else { return }
    try flow.state.update { state in
      _ = state.updatePending(pending.id) { $0.updateChoice(change) }
    }
  }
}

/// The server calls a code wrong that an earlier run sent to it, and that run ended before the answer: it may have
/// been right then, and counts once.
struct UnansweredCode: Error {
  let refusal: ServerError
}
