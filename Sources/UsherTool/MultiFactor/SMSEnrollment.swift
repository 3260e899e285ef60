import AuthClient
import Essentials
import IdentityToolkit

/// Enrols a phone as a second factor: sends its first code and keeps what the code finishes.
struct SMSEnrollment {
  let context: Context
  let session: SessionKey
  /// What the factor will be called; its masked number unless given.
  let name: String?

  struct Outcome {
    var confirmation: EnrollmentConfirmation
    /// False if a code sent within the last minute still stands.
    var sent: Bool
  }

  /// Two processes that enrol the same number at once send one message.
  func send(to number: PhoneNumber, resend: Bool = false) throws -> Outcome {
    if try standing(number) == nil { try context.prepareSending(for: .mfaSMSEnrollment) }
    return try context.lockedForSending(to: number.e164, in: session.binding) {
      if let standing = try standing(number), let code = standing.sentCode {
        if !resend { return outcome(code, standing, sent: false) }
        guard FictionalNumbers(context: context).contains(code.phone)
        else { throw AuthError.resentTooSoon(resendAfter: code.resendAfter) }
      }
      let active = try context.renewedSession(session)
      let auth = try context.auth(user: try active.saved.user())
      let id = try context.sendingSMS(auth) { provider throws(AuthError) in
        try provider.verifyPhoneNumber(enrolling: number)
      }
      let code = SentCode(
        PhoneVerification(phoneNumber: number, verificationID: id, sentAt: context.now()))
      return outcome(code, try keep(code, uid: active.saved.uid), sent: true)
    }
  }

  /// The step whose code was sent to `number` a moment ago.
  private func standing(_ number: PhoneNumber) throws -> PendingStep? {
    try context.savedState().pending(of: session).last {
      guard case .smsEnrollment(let code, _) = $0.kind else { return false }
      return code.phone == number.e164 && code.stands(at: context.now())
    }
  }

  private func keep(_ code: SentCode, uid: String) throws -> PendingStep? {
    guard context.keepsState else { return nil }
    return try context.updateStateAfterSending { state in
      state.addPending(
        .smsEnrollment(code, name: name), to: session, uid: uid, createdAt: code.sentAt,
        expiresAt: code.sentAt + CodeSending.lifetime)
    }
  }

  private func outcome(_ code: SentCode, _ step: PendingStep?, sent: Bool) -> Outcome {
    Outcome(
      confirmation: EnrollmentConfirmation(
        context: context, session: session, step: step, proof: .sms(code),
        name: name ?? MaskedNumber.mask(code.phone)),
      sent: sent)
  }
}
