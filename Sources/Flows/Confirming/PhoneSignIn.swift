package import AuthClient
package import IdentityToolkit

/// Signs in, links, updates or re-authenticates by phone: sends the code, and keeps what it finishes.
package struct PhoneSignIn {
  private let flow: FlowSession
  private let purpose: CredentialPurpose

  package init(_ flow: FlowSession, for purpose: CredentialPurpose) {
    self.flow = flow
    self.purpose = purpose
  }

  package func send(to number: PhoneNumber, resend: Bool = false) throws -> SentForConfirmation {
    let sending = try Sender(flow).send(PhoneCode(for: purpose, to: number, in: flow.key), resend: resend)
    return SentForConfirmation(
      confirmation: CodeConfirmation(.phone(purpose, sending.message), of: sending.step, in: flow),
      isNew: sending.isNew)
  }

  /// Uses the proof of a number that turned out to belong to another account.
  /// - Throws: `StepExpired` where the service takes it no more.
  package func useProof(of step: PendingStep, _ proof: PhoneProof) throws -> SignInOutcome {
    do {
      return try CredentialUse(flow, for: .signIn, method: "phone", finishing: step)
        .use(.phone(PhoneAuthCredential(temporaryProof: proof.proof, phoneNumber: proof.phone)))
    } catch AuthFailure.refused(let refusal) where StepFate(after: refusal, of: step.kind) == .isOver {
      throw try PendingSteps(flow).expire(step)
    }
  }
}
