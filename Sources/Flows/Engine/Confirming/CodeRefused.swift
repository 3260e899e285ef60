package import AuthClient
import Essentials
import HTTP
import IdentityToolkit

/// The server refused a code or its step.
package struct CodeRefused: Error {
  package let error: AuthFailure
  /// The kind of step that the code was for.
  package let kind: PendingKind
  package let step: PendingStep?
  package let session: SessionKey
  package let consequence: Consequence

  /// Whether another code may be right.
  package var isWrongCode: Bool {
    if case .refused(let refusal) = error { refusal.code == .invalidCode } else { false }
  }

  /// The consequence for the step, which has already taken effect.
  package enum Consequence: Equatable, Sendable {
    /// The step has not changed.
    case none
    /// The code was wrong. The server allows `triesLeft` more tries, if it is known.
    case wrongCode(triesLeft: Int?)
    /// The code of an authenticator app was wrong, and this machine's clock is `secondsAhead` ahead.
    case wrongClock(secondsAhead: Int, triesLeft: Int?)
    /// The code of an authenticator app was wrong, and the embedded server's clock was moved `secondsAhead`.
    case movedClock(secondsAhead: Int, triesLeft: Int?)
    /// An earlier run sent the same code and ended before the answer. The code may have been used then.
    case perhapsUsed(triesLeft: Int?)
    /// There were too many requests, and the code is still valid.
    case codeStands
    /// There were too many wrong codes, and the step has ended.
    case waitAndBeginAnew
    /// Another SMS may help.
    case anotherSMS
    /// The step has ended.
    case beginAnew
  }
}

extension CodeConfirmation {
  /// Finds the consequence of `error` for the pending step, and applies it.
  func refused(_ error: AuthFailure, isUnanswered: Bool = false) throws -> CodeRefused {
    CodeRefused(
      error: error, kind: kind, step: step, session: flow.key,
      consequence: try consequence(of: error, isUnanswered))
  }

  private func consequence(of error: AuthFailure, _ isUnanswered: Bool) throws -> CodeRefused.Consequence {
    guard let refusal = error.refusal else { return .none }
    switch refusal.code {
    case .invalidCode: return try wrongCode(refusal, isUnanswered)
    case .tooManyAttemptsTryLater, .tooManyEnrollmentAttempts, .quotaExceeded:
      // Without wrong codes of our own, the limit is on the number, and the code is still valid. The count is read
      // again, because a conversation reads the step before its first wrong code.
      if let step, let kept = try flow.state.read().pending(step.id)?.step, !kept.isSpent {
        return .codeStands
      }
      try drop()
      return .waitAndBeginAnew
    default:
      switch StepFate(after: refusal, of: kind) {
      case .stays: return .none
      case .needsAnotherSMS: return .anotherSMS
      case .isOver:
        try drop()
        return .beginAnew
      }
    }
  }

  private func wrongCode(_ refusal: ServerError, _ isUnanswered: Bool) throws -> CodeRefused.Consequence {
    // Wrong codes for a fictional number are not counted.
    let isFictional = kind.sentCode.map { flow.isFictional($0.phoneNumber) } ?? false
    let wrong = isFictional ? nil : try countWrongCode()
    let isEmbedded = try flow.backend().endpoint == .embedded
    // Only the embedded server is known to count in the same way, except for the enrollment of an app, whose session
    // takes three codes at every server. Another one may say that it takes no code for a while.
    let isEnrollment = if case .totpEnrollment = kind { true } else { false }
    let left = wrong.flatMap { count in
      isEmbedded || isEnrollment
        ? count <= kind.tries ? kind.tries - count : nil
        : count >= kind.tries && refusal.retryAfter != nil ? 0 : nil
    }
    if isUnanswered { return .perhapsUsed(triesLeft: left) }
    if kind.isAuthenticator, let seconds = ClockSkew.movedAhead(flow) {
      return .movedClock(secondsAhead: seconds, triesLeft: left)
    }
    if kind.isAuthenticator, let skew = ClockSkew(flow) {
      return .wrongClock(secondsAhead: skew.secondsAhead, triesLeft: left)
    }
    return .wrongCode(triesLeft: left)
  }

  private func countWrongCode() throws -> Int? {
    guard let step else { return nil }
    return try flow.state.update { state in
      let kept = state.updatePending(step.id) { $0.wrongCodes += 1 }
      if let kept, kept.isSpent { state.forgetCode(of: kept, in: flow.binding) }
      return kept?.wrongCodes
    } ?? nil
  }

  private func drop() throws {
    if let step { try PendingSteps(flow).end(step) }
  }
}

/// The difference between this machine's clock and the server's. Codes made on this machine depend on it.
struct ClockSkew {
  /// The difference in seconds; negative if this machine's clock is behind.
  let secondsAhead: Int

  /// Servers also accept the codes before and after the current one, so a smaller difference does not matter.
  private static let tolerated = 60

  /// Asks the server for its time.
  ///
  /// It is nil if the server does not answer, if the clocks agree, and for the embedded server.
  init?(_ flow: FlowSession) {
    guard let backend = try? flow.backend(), backend.endpoint != .embedded, let text = backend.date(),
      let date = Date(httpDate: text)
    else { return nil }
    secondsAhead = Int(flow.now().timeIntervalSince(date).rounded())
    if abs(secondsAhead) <= Self.tolerated { return nil }
  }

  /// How many seconds the clock of the embedded server was moved ahead of this machine's, if that matters.
  static func movedAhead(_ flow: FlowSession) -> Int? {
    guard let backend = try? flow.backend(), backend.endpoint == .embedded,
      let clock = try? LocalServerAdmin(backend: backend).clock(), clock.offsetSeconds > tolerated
    else { return nil }
    return clock.offsetSeconds
  }
}

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
