package import AuthClient
package import Essentials
package import IdentityToolkit

/// An SMS code for a credential. A recent code for the same number can be used for any purpose.
package struct PhoneCode: Message {
  let purpose: CredentialPurpose
  let number: PhoneNumber
  package let session: SessionKey

  package func kind(_ sent: PhoneVerification) -> PendingKind { .phone(purpose, sent) }

  package var recipient: String { number.e164 }
  package var verifiedAction: RecaptchaAction? { .sendVerificationCode }

  package func mayRepeat(in flow: FlowSession) -> Bool {
    flow.isFictional(number.e164)
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

/// An SMS code that enrolls a phone as a second factor.
package struct EnrollmentCode: Message {
  let number: PhoneNumber
  /// The factor's name; nil for its masked number.
  let name: String?
  package let session: SessionKey

  package func kind(_ sent: PhoneVerification) -> PendingKind { .smsEnrollment(sent, name: name) }

  package var recipient: String { number.e164 }
  package var verifiedAction: RecaptchaAction? { .mfaSMSEnrollment }

  package func mayRepeat(in flow: FlowSession) -> Bool {
    flow.isFictional(number.e164)
  }

  package func standing(in state: SavedState, at now: Date) -> PhoneVerification? {
    state.pending(of: session, .smsEnrollment).last?.sentCode.flatMap {
      $0.phoneNumber == number.e164 && $0.stands(at: now) ? $0 : nil
    }
  }

  package func step(of sent: PhoneVerification, in state: SavedState) -> PendingStep? {
    state.pending(of: session, .smsEnrollment).last { $0.sentCode == sent }
  }

  package func owner(in flow: FlowSession) throws -> String? { try flow.renewed().saved.uid }

  package func send(by flow: FlowSession) throws -> PhoneVerification {
    let user = try flow.renewed().saved.user
    return try flow.verifyingApp(try flow.auth(user)) { auth throws(AuthFailure) in
      try auth.verifyPhoneNumber(enrolling: number)
    }
  }
}

/// An SMS code for a second factor of a sign-in.
package struct ChallengeCode: Message {
  let factor: EnrolledFactor
  let signIn: SecondFactorStep

  package var session: SessionKey { signIn.session }

  package func kind(_ sent: PhoneVerification) -> PendingKind {
    var choice = signIn.choice
    choice.challenge = challenge(sent)
    return .secondFactor(signIn.purpose, choice)
  }

  private func challenge(_ sent: PhoneVerification) -> SecondFactorChoice.ChallengedFactor {
    .init(factorID: factor.uid, sentCode: sent)
  }

  package var recipient: String { factor.uid }
  package var verifiedAction: RecaptchaAction? { .mfaSMSSignIn }

  package func mayRepeat(in flow: FlowSession) -> Bool {
    flow.isFictional(MaskedNumber.mask(factor.phoneNumber ?? ""))
  }

  /// Finds a recent code, which another process may have sent. A code without tries left does not count.
  package func standing(in state: SavedState, at now: Date) -> PhoneVerification? {
    let kept = signIn.pending.flatMap { state.pending($0.id)?.step }
    if kept?.isSpent == true { return nil }
    var choice = signIn.choice
    if case .secondFactor(_, let keptChoice) = kept?.kind { choice = keptChoice }
    return choice.sentCode(to: factor).flatMap { $0.stands(at: now) ? $0 : nil }
  }

  package func step(of sent: PhoneVerification, in state: SavedState) -> PendingStep? {
    signIn.pending.flatMap { state.pending($0.id)?.step }.flatMap { $0.sentCode == sent ? $0 : nil }
  }

  package func owner(in flow: FlowSession) -> String? { signIn.pending?.uid }

  package func send(by flow: FlowSession) throws -> PhoneVerification {
    try flow.verifyingApp(try flow.auth()) { auth throws(AuthFailure) in
      try auth.verifyPhoneNumber(of: factor, in: signIn.choice.resolver)
    }
  }

  package func keep(
    _ sent: PhoneVerification, for owner: String?, in state: inout SavedState
  ) throws -> PendingStep {
    try signIn.keep(challenge(sent), in: &state)
  }
}
