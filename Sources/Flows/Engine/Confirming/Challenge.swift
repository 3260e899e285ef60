package import AuthClient
import IdentityToolkit

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
    let sending = try Sender(flow).send(ChallengeCode(to: factor, of: signIn), resend: resend)
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
