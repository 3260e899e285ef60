package import AuthClient
package import Essentials
package import IdentityToolkit

/// An SMS code that enrolls a phone as a second factor.
package struct EnrollmentCode: Message {
  package let session: SessionKey
  let number: PhoneNumber
  /// The factor's name; nil for its masked number.
  let name: String?

  package init(to number: PhoneNumber, name: String?, in session: SessionKey) {
    self.number = number
    self.name = name
    self.session = session
  }

  package func kind(_ sent: PhoneVerification) -> PendingKind { .smsEnrollment(sent, name: name) }

  package var recipient: String { number.e164 }
  package var verifiedAction: RecaptchaAction? { .mfaSMSEnrollment }

  package func mayRepeat(in flow: FlowSession) -> Bool {
    FictionalNumbers(flow).contains(number.e164)
  }

  package func standing(in state: SavedState, at now: Date) -> PhoneVerification? {
    state.pending(of: session, .smsEnrollment).last?.sentCode.flatMap {
      $0.phoneNumber == number.e164 && $0.stands(at: now) ? $0 : nil
    }
  }

  package func step(of sent: PhoneVerification, in state: SavedState) -> PendingStep? {
    state.pending(of: session, .smsEnrollment).last { $0.sentCode == sent }
  }

  package func owner(in flow: FlowSession) throws -> String? { try CurrentSession(flow).renewed().saved.uid }

  package func send(by flow: FlowSession) throws -> PhoneVerification {
    let user = try CurrentSession(flow).renewed().saved.user
    return try flow.verifyingApp(try flow.auth(user)) { auth throws(AuthFailure) in
      try auth.verifyPhoneNumber(enrolling: number)
    }
  }
}
