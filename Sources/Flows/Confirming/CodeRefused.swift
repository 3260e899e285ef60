package import AuthClient
import IdentityToolkit

/// The server refused a code, or what came with it.
package struct CodeRefused: Error {
  package let error: AuthFailure
  /// What the code was for.
  package let kind: PendingKind
  package let step: PendingStep?
  package let session: SessionKey
  package let consequence: Consequence

  /// Whether another code may be right.
  package var isWrongCode: Bool {
    if case .refused(let refusal) = error { refusal.code == .invalidCode } else { false }
  }

  /// What it means for the step, which is done already.
  package enum Consequence: Equatable, Sendable {
    /// The step is as it was.
    case none
    /// A wrong code, of which the embedded server allows `triesLeft` more.
    case wrongCode(triesLeft: Int?)
    /// A wrong code of an authenticator app, on a machine whose clock is so many seconds ahead.
    case wrongClock(secondsAhead: Int, triesLeft: Int?)
    /// A code that an earlier run sent, which ended before the answer: it may have been used then.
    case perhapsUsed(triesLeft: Int?)
    /// Too many requests; the code is still good.
    case codeStands
    /// Too many wrong codes: the step has ended.
    case waitAndBeginAnew
    /// Another SMS may do.
    case anotherSMS
    /// The step has ended.
    case beginAnew
  }
}

extension CodeConfirmation {
  /// Says what `error` means for the pending step, and does it.
  func refused(_ error: AuthFailure, isUnanswered: Bool = false) throws -> CodeRefused {
    CodeRefused(
      error: error, kind: kind, step: step, session: flow.key,
      consequence: try consequence(of: error, isUnanswered))
  }

  private func consequence(of error: AuthFailure, _ isUnanswered: Bool) throws -> CodeRefused.Consequence {
    guard case .refused(let refusal) = error else { return .none }
    switch refusal.code {
    case .invalidCode: return try wrongCode(isUnanswered)
    case .tooManyAttemptsTryLater, .tooManyEnrollmentAttempts, .quotaExceeded:
      // Without wrong codes of our own it is the number that is held up, and the code is still good.
      // Counted anew: in a conversation the step was read before the first of them.
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

  private func wrongCode(_ isUnanswered: Bool) throws -> CodeRefused.Consequence {
    // A fictional number's codes are not counted.
    let isFictional = kind.sentCode.map { FictionalNumbers(flow).contains($0.phoneNumber) } ?? false
    let wrong = isFictional ? nil : try countWrongCode()
    let isEmbedded = try flow.backend().endpoint == .embedded
    // Only the embedded server is known to count as we do.
    let left = wrong.flatMap { count in
      count <= kind.tries && isEmbedded ? kind.tries - count : nil
    }
    if isUnanswered { return .perhapsUsed(triesLeft: left) }
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
