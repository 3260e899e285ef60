package import AuthClient
import IdentityToolkit

/// Finishes a sign-in with the code of a second factor.
struct SecondFactorExchange {
  let flow: FlowSession
  let signIn: SecondFactorStep
  let factor: EnrolledFactor

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

/// Challenges a second factor of a sign-in: sends an SMS, or records that the authenticator app was chosen.
package struct Challenge {
  private let flow: FlowSession
  private let signIn: SecondFactorStep

  package init(_ flow: FlowSession, _ signIn: SecondFactorStep) {
    self.flow = flow
    self.signIn = signIn
  }

  /// Sends the code, or chooses the app.
  /// - Throws: `CodeRefused` if the server says that the sign-in has ended.
  package func begin(with factor: EnrolledFactor, resend: Bool = false) throws -> CodeNeed {
    do {
      return try send(to: factor, resend)
    } catch AuthFailure.refused(let refusal) {
      let confirmation = CodeConfirmation(signIn, with: factor, in: flow)
      guard StepFate(after: refusal, of: confirmation.kind) == .isOver else {
        throw AuthFailure.refused(refusal)
      }
      throw try confirmation.refused(.refused(refusal))
    }
  }

  private func send(to factor: EnrolledFactor, _ resend: Bool) throws -> CodeNeed {
    guard factor.isSupported else { throw ChallengeProblem.unsupported(factor) }
    if factor.type == .totp { return CodeNeed(try choose(factor), sent: false) }
    let sending = try Sender(flow).send(ChallengeCode(factor: factor, signIn: signIn), resend: resend)
    return CodeNeed(confirmation(sending.step, with: factor, sending.message), sent: sending.isNew)
  }

  private func choose(_ factor: EnrolledFactor) throws -> CodeConfirmation {
    let step = try flow.state.update { state in
      try signIn.keep(.init(factorID: factor.uid), in: &state)
    }
    return confirmation(step, with: factor)
  }

  private func confirmation(
    _ step: PendingStep?, with factor: EnrolledFactor, _ code: PhoneVerification? = nil
  ) -> CodeConfirmation {
    var signIn = signIn
    signIn.choice.challenge = .init(factorID: factor.uid, sentCode: code)
    signIn.pending = step
    return CodeConfirmation(signIn, with: factor, in: flow)
  }
}
