package import AuthClient

/// A sign-in or re-authentication that needs a second factor.
package struct SecondFactorStep: Equatable, Sendable {
  package let session: SessionKey
  package let purpose: CredentialPurpose
  package var choice: SecondFactorChoice
  /// The saved step; nil if nothing is saved.
  package var pending: PendingStep?

  package init(
    session: SessionKey, purpose: CredentialPurpose, choice: SecondFactorChoice, pending: PendingStep?
  ) {
    self.session = session
    self.purpose = purpose
    self.choice = choice
    self.pending = pending
  }

  /// Reads `pending`; nil if it is another kind of step.
  package init?(_ pending: PendingStep, of session: SessionKey) {
    guard case .secondFactor(let purpose, let choice) = pending.kind else { return nil }
    self.init(session: session, purpose: purpose, choice: choice, pending: pending)
  }

  package var factors: [EnrolledFactor] { choice.factors }

  /// Saves which factor was challenged. After another SMS, the count of wrong codes begins again.
  /// - Throws: `StepGone` if the step was dropped in the meantime.
  func keep(
    _ challenge: SecondFactorChoice.ChallengedFactor, in state: inout SavedState
  ) throws(StepGone) -> PendingStep {
    let kept = pending.flatMap { pending in
      state.updatePending(pending.id) { step in
        step.updateChoice { $0.challenge = challenge }
        if challenge.sentCode != nil { step.wrongCodes = 0 }
      }
    }
    guard let kept else { throw StepGone(session: session, purpose: purpose) }
    return kept
  }
}

/// The sign-in was dropped while its second factor was challenged.
package struct StepGone: Error, Equatable {
  package let session: SessionKey
  package let purpose: CredentialPurpose
}

/// The reason why a second factor cannot be used.
package enum ChallengeProblem: Error, Equatable {
  /// This version does not know the kind of factor.
  case unsupported(EnrolledFactor)
  /// No code was sent to the phone.
  case notChallenged(EnrolledFactor, SecondFactorStep)
}
