import Essentials
import IdentityToolkit

/// What becomes of a step after a refusal other than of a wrong code.
enum StepFate {
  case stays
  /// Only its SMS has expired.
  case needsAnotherSMS
  case isOver

  init(after refusal: ServerError, of kind: PendingKind) {
    // No step ends by a clock.
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

  /// Its provider's token does not get any younger.
  private static func ofIdentity(_ refusal: ServerError) -> StepFate {
    let detail = refusal.detail?.asciiLowercased() ?? ""
    let isStale = ["stale", "expired"].contains { detail.firstRange(of: $0) != nil }
    return refusal.code == .invalidPendingToken || refusal.code == .invalidIDPResponse && isStale
      ? .isOver : .stays
  }

  private static func ofSignIn(_ refusal: ServerErrorCode) -> StepFate {
    switch refusal {
    // The SMS is too old, the first factor perhaps not: another SMS may do.
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
