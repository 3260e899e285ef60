import AuthClient
import Essentials
import IdentityToolkit

/// Sends a code for a purpose and keeps what confirms it.
struct CodeSending {
  let context: Context
  let session: SessionKey
  let purpose: PhonePurpose

  /// A code that is on its way, or was a moment ago.
  struct Outcome {
    var verification: PhoneVerification
    /// Nil where nothing is kept.
    var step: PendingStep?
    /// False if one sent within the last minute still stands.
    var sent: Bool
  }

  /// Codes are good for ten minutes at the local server; no source says how long at Google's.
  static let lifetime: Double = 600

  /// Two processes that ask for the same number at once send one message: the second waits and finds the
  /// first one's code, which stands for whatever it is asked for.
  func send(to number: PhoneNumber, resend: Bool = false) throws -> Outcome {
    if try standingCode(to: number, in: context.savedState()) == nil {
      try context.prepareSending(for: .sendVerificationCode)
    }
    return try context.lockedForSending(to: number.e164, in: session.binding) {
      let state = try context.savedState()
      let isUnlimited = resend && FictionalNumbers(context: context).contains(number.e164)
      let standing = isUnlimited ? nil : standingCode(to: number, in: state)
      let (verification, sent) = try context.sendingSMS(try context.auth()) { provider throws(AuthError) in
        try provider.verifyPhoneNumber(
          number, after: standing.map { PhoneVerification(number, $0) }, resend: resend)
      }
      guard context.keepsState else { return Outcome(verification: verification, step: nil, sent: sent) }
      let step = state.pending(of: session).last {
        $0.kindName == purpose.rawValue && $0.sentCode?.verificationID == verification.verificationID
      }
      return Outcome(verification: verification, step: try step ?? keep(verification), sent: sent)
    }
  }

  private func standingCode(to number: PhoneNumber, in state: SavedState) -> SentCode? {
    state.standingCode(to: number.e164, in: session.binding, at: context.now())
  }

  func confirmation(of outcome: Outcome) -> PhoneConfirmation {
    PhoneConfirmation(
      context: context, session: session, purpose: purpose,
      verificationID: outcome.verification.verificationID, sent: SentCode(outcome.verification),
      step: outcome.step)
  }

  private func keep(_ verification: PhoneVerification) throws -> PendingStep {
    let sent = SentCode(verification)
    do {
      return try context.updateStateAfterSending { state in
        state.addPending(
          .phone(purpose, sent), to: session, uid: state[session]?.uid, createdAt: verification.sentAt,
          expiresAt: verification.sentAt + Self.lifetime)
      }
    } catch let error as StateError {
      var diagnosis = Diagnosis(error)
      diagnosis.message = "the code was sent, but the next step could not be saved: " + diagnosis.message
      let finish = context.command(
        "confirm-code", "--verification-id", verification.verificationID, session: session)
      diagnosis.nextStep = finish
      diagnosis.hint = "finish with: " + finish.shellLine
      throw diagnosis
    }
  }
}

extension SentCode {
  init(_ verification: PhoneVerification) {
    self.init(
      phone: verification.phoneNumber.e164, verificationID: verification.verificationID,
      sentAt: verification.sentAt, resendAfter: verification.resendAfter)
  }
}

extension PhoneVerification {
  /// What the library needs to see that a code still stands.
  init(_ number: PhoneNumber, _ code: SentCode) {
    self.init(phoneNumber: number, verificationID: code.verificationID, sentAt: code.sentAt)
  }
}
