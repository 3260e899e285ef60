import Essentials
import IdentityToolkit

/// The effect on a step when the server refuses something other than a wrong code.
enum StepFate {
  case stays
  /// Only the SMS code has expired.
  case needsAnotherSMS
  case isOver

  init(after refusal: ServerError, of kind: PendingKind) {
    // A refusal because of the clock ends no step.
    guard !refusal.isOfClock else {
      self = .stays
      return
    }
    self =
      switch kind {
      case .phone, .phoneElsewhere:
        [.sessionExpired, .invalidSessionInfo].contains(refusal.code) ? .isOver : .stays
      case .phoneProof: refusal.code == .invalidTemporaryProof ? .isOver : .stays
      case .identity: Self.ofIdentity(refusal)
      case .secondFactor: Self.ofSignIn(refusal.code)
      case .smsEnrollment, .totpEnrollment: Self.ofEnrollment(refusal.code)
      case .email, .unsupported: .stays
      }
  }

  /// The effect on a step with an identity. A provider's token that is too old stays too old.
  private static func ofIdentity(_ refusal: ServerError) -> StepFate {
    let detail = refusal.detail?.asciiLowercased() ?? ""
    let isStale = ["stale", "expired"].contains { detail.firstRange(of: $0) != nil }
    return refusal.code == .invalidPendingToken || refusal.code == .invalidIDPResponse && isStale
      ? .isOver : .stays
  }

  private static func ofSignIn(_ refusal: ServerErrorCode) -> StepFate {
    switch refusal {
    // The SMS is too old, but the first factor may still be valid, so another SMS may help.
    case .sessionExpired, .invalidSessionInfo: .needsAnotherSMS
    case .mfaEnrollmentNotFound, .invalidMFAEnrollmentID, .invalidMFAPendingCredential, .invalidPendingToken,
      .totpChallengeTimeout:
      .isOver
    default: .stays
    }
  }

  private static func ofEnrollment(_ refusal: ServerErrorCode) -> StepFate {
    switch refusal {
    case .sessionExpired, .invalidSessionInfo, .mfaEnrollmentAlreadyComplete, .secondFactorExists,
      .secondFactorLimitExceeded, .tooManyEnrollmentAttempts:
      .isOver
    default: .stays
    }
  }
}
