import AuthClient
import IdentityToolkit

/// Exchanges the first code of a second factor that is being enrolled.
struct EnrollmentExchange {
  private let flow: FlowSession
  private let step: PendingStep?
  /// Nil for an authenticator app.
  private let number: String?
  private let name: String

  init(_ flow: FlowSession, _ step: PendingStep?, number: String? = nil, name: String) {
    self.flow = flow
    self.step = step
    self.number = number
    self.name = name
  }

  /// The session with the factor enrolled.
  func exchange(_ assertion: MultiFactorAssertion) throws -> SavedSession {
    do {
      return try AccountUse(flow, step: step).saved { auth throws(AuthFailure) in
        try auth.enroll(with: assertion, displayName: name)
      }
    } catch AuthFailure.refused(let refusal) where Self.mayBeDone.contains(refusal.code) {
      // An earlier run may have enrolled it, and ended before that was saved: the account knows.
      let saved = try AccountUse(flow).reloaded()
      guard let factor = saved.account.factors.first(where: isSame) else {
        throw AuthFailure.refused(refusal)
      }
      if let step { try flow.state.update { state in _ = state.removePending(step.id) } }
      guard isOurs(factor, refusal) else {
        throw EnrollmentProblem.enrolledAlready(factor.type, refusal, session: flow.key)
      }
      return saved
    } catch AuthFailure.refused(let refusal) where refusal.code == .tokenExpired {
      // A phone that becomes a factor ends the account's sessions, this one too where its answer was lost.
      guard number != nil, let step else { throw AuthFailure.refused(refusal) }
      throw EnrollmentProblem.sessionEnded(refusal, step, session: flow.key)
    }
  }

  /// Refusals of a step that did its work before.
  private static let mayBeDone: Set<ServerErrorCode> = [
    .sessionExpired, .invalidSessionInfo, .mfaEnrollmentAlreadyComplete, .secondFactorExists,
    .secondFactorLimitExceeded,
  ]

  /// Whether `factor` keeps this one from being enrolled: its number, or, as there is but one, any app.
  private func isSame(_ factor: EnrolledFactor) -> Bool {
    guard let number else { return factor.type == .totp }
    return factor.type == .phone && factor.isNumber(number)
  }

  /// Whether this step enrolled `factor`. A number by any other step is the same number; an app is told apart by
  /// its secret, which only the server knows.
  private func isOurs(_ factor: EnrolledFactor, _ refusal: ServerError) -> Bool {
    factor.displayName == name && (number != nil || refusal.code == .mfaEnrollmentAlreadyComplete)
  }
}

extension EnrolledFactor {
  /// Whether this is the phone `number`, as far as a server shows it: whole, or its end only.
  fileprivate func isNumber(_ number: String) -> Bool {
    guard let phoneNumber, let star = phoneNumber.lastIndex(of: "*") else {
      return self.phoneNumber == number
    }
    let end = phoneNumber[phoneNumber.index(after: star)...]
    return !end.isEmpty && number.hasSuffix(end)
  }
}
