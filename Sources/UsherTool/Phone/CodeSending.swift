import AuthClient
import Essentials

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
  /// first one's step.
  func send(to number: PhoneNumber, resend: Bool = false) throws -> Outcome {
    let provider = PhoneAuthProvider(auth: try context.auth())
    return try context.locked(session) {
      let earlier = try context.savedState().pending(of: session).last {
        $0.kindName == purpose.rawValue
      }
      let (verification, sent) = try provider.verifyPhoneNumber(
        number, after: earlier?.phoneVerification, resend: resend)
      guard sent else { return Outcome(verification: verification, step: earlier, sent: false) }
      return Outcome(
        verification: verification, step: context.keepsState ? try keep(verification) : nil, sent: true)
    }
  }

  private func keep(_ verification: PhoneVerification) throws -> PendingStep {
    let sent = SentCode(
      phone: verification.phoneNumber.e164, verificationID: verification.verificationID,
      sentAt: verification.sentAt, resendAfter: verification.resendAfter)
    do {
      return try context.stateFile().update { state in
        state.addPending(
          .phone(purpose, sent), to: session, uid: state[session]?.uid, createdAt: verification.sentAt,
          expiresAt: verification.sentAt + Self.lifetime)
      }
    } catch let error as StateError {
      var diagnosis = Diagnosis(error)
      diagnosis.message = "the code was sent, but the next step could not be saved: " + diagnosis.message
      diagnosis.nextStep = context.command(
        "confirm-code", "--verification-id", verification.verificationID, session: session)
      diagnosis.hint = "finish with: usher confirm-code --verification-id \(verification.verificationID)"
      throw diagnosis
    }
  }
}

extension PendingStep {
  /// What the library needs to see that a code still stands.
  fileprivate var phoneVerification: PhoneVerification? {
    guard case .phone(_, let sent) = kind, let number = try? PhoneNumber(typed: sent.phone) else {
      return nil
    }
    return PhoneVerification(
      phoneNumber: number, verificationID: sent.verificationID, sentAt: sent.sentAt)
  }
}
