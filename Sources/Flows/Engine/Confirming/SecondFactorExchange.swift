import AuthClient
import IdentityToolkit

/// Finishes a sign-in with the code of a second factor.
struct SecondFactorExchange {
  private let flow: FlowSession
  private let signIn: SecondFactorStep
  private let factor: EnrolledFactor

  init(_ flow: FlowSession, _ signIn: SecondFactorStep, _ factor: EnrolledFactor) {
    self.flow = flow
    self.signIn = signIn
    self.factor = factor
  }

  func exchange(_ code: String) throws -> Progress {
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

  /// Saves that `code` is sent to the server, in case this run ends before the answer.
  ///
  /// An app's code works once, and the server calls it wrong the second time.
  /// - Returns: Whether an earlier run sent this code and got no answer.
  private func note(tryOf code: String) throws -> Bool {
    guard factor.type == .totp, !code.isEmpty else { return false }
    var isRepeated = false
    try updateChoice { choice in
      isRepeated = choice.unansweredCode == code
      choice.unansweredCode = code
    }
    return isRepeated
  }

  /// Saves that the server answered. If the SMS code is no longer valid, another one may be sent at once.
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

/// The server calls a code wrong that an earlier run sent, and that run ended before the answer. The code may have been
/// right then.
struct UnansweredCode: Error {
  let refusal: ServerError
}
