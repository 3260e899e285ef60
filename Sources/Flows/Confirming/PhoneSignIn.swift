package import AuthClient
package import IdentityToolkit

/// Signs in, links, updates or re-authenticates by phone: sends the code, and saves the step that it finishes.
package struct PhoneSignIn {
  private let flow: FlowSession
  private let purpose: CredentialPurpose

  package init(_ flow: FlowSession, for purpose: CredentialPurpose) {
    self.flow = flow
    self.purpose = purpose
  }

  package func send(to number: PhoneNumber, resend: Bool = false) throws -> CodeNeed {
    let sending = try Sender(flow).send(PhoneCode(for: purpose, to: number, in: flow.key), resend: resend)
    return CodeNeed(
      CodeConfirmation(.phone(purpose, sending.message), of: sending.step, in: flow), sent: sending.isNew)
  }

  /// Signs in to another account that has the number, with the proof of the number.
  /// - Throws: `StepExpired` if the service no longer accepts the proof.
  package func useProof(of step: PendingStep, _ proof: PhoneProof) throws -> Progress {
    do {
      return try CredentialUse(flow, for: .signIn, method: "phone", finishing: step)
        .use(.phone(PhoneAuthCredential(temporaryProof: proof.proof, phoneNumber: proof.phone)))
    } catch AuthFailure.refused(let refusal) where StepFate(after: refusal, of: step.kind) == .isOver {
      throw try PendingSteps(flow).expire(step)
    }
  }
}
