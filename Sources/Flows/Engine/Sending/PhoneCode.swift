package import AuthClient
package import Essentials
package import IdentityToolkit

/// An SMS code for a credential. A recent code for the same number can be used for any purpose.
package struct PhoneCode: Message {
  package let session: SessionKey
  let purpose: CredentialPurpose
  let number: PhoneNumber

  package init(for purpose: CredentialPurpose, to number: PhoneNumber, in session: SessionKey) {
    self.purpose = purpose
    self.number = number
    self.session = session
  }

  package func kind(_ sent: PhoneVerification) -> PendingKind { .phone(purpose, sent) }

  package var recipient: String { number.e164 }
  package var verifiedAction: RecaptchaAction? { .sendVerificationCode }

  package func mayRepeat(in flow: FlowSession) -> Bool {
    FictionalNumbers(flow).contains(number.e164)
  }

  package func standing(in state: SavedState, at now: Date) -> PhoneVerification? {
    state.standingCode(to: number.e164, in: session.binding, at: now)
  }

  package func step(of sent: PhoneVerification, in state: SavedState) -> PendingStep? {
    state.pending(of: session, .phone(purpose)).last { $0.sentCode?.verificationID == sent.verificationID }
  }

  package func owner(in flow: FlowSession) throws -> String? { try flow.session(session).current()?.uid }

  package func send(by flow: FlowSession) throws -> PhoneVerification {
    try flow.verifyingApp(try flow.auth()) { auth throws(AuthFailure) in
      try auth.verifyPhoneNumber(number)
    }
  }
}
