import AuthClient
import IdentityToolkit

/// Finishes the enrollment of a second factor with its first code.
struct EnrollmentExchange {
  let flow: FlowSession
  let step: PendingStep?
  /// The phone's number; nil for an authenticator app.
  var number: String?
  let name: String

  /// Enrolls the factor, and returns the session with it.
  func exchange(_ assertion: MultiFactorAssertion) throws -> SavedSession {
    do {
      return try AccountUse(flow, step: step).saved { auth throws(AuthFailure) in
        try auth.enroll(with: assertion, displayName: name)
      }
    } catch AuthFailure.refused(let refusal) where Self.mayBeDone.contains(refusal.code) {
      // An earlier run may have enrolled the factor and ended before it saved that. The account shows it.
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
      // A newly enrolled phone ends the account's sessions. If the answer was lost, it ended this session, too.
      guard number != nil, let step else { throw AuthFailure.refused(refusal) }
      throw EnrollmentProblem.sessionEnded(refusal, step, session: flow.key)
    }
  }

  /// The refusals of a step that was already finished.
  private static let mayBeDone: Set<ServerErrorCode> = [
    .sessionExpired, .invalidSessionInfo, .mfaEnrollmentAlreadyComplete, .secondFactorExists,
    .secondFactorLimitExceeded,
  ]

  /// Whether `factor` prevents this enrollment. A phone prevents it with the same number, and any app prevents another
  /// one.
  private func isSame(_ factor: EnrolledFactor) -> Bool {
    guard let number else { return factor.type == .totp }
    return factor.type == .phone && factor.isNumber(number)
  }

  /// Whether this step enrolled `factor`.
  ///
  /// For a phone, the number is enough. Apps differ by their secret, which only the server knows.
  private func isOurs(_ factor: EnrolledFactor, _ refusal: ServerError) -> Bool {
    factor.displayName == name && (number != nil || refusal.code == .mfaEnrollmentAlreadyComplete)
  }
}

extension EnrolledFactor {
  /// Whether this is the phone `number`. The server shows the whole number, or only its end.
  fileprivate func isNumber(_ number: String) -> Bool {
    guard let phoneNumber, let star = phoneNumber.lastIndex(of: "*") else {
      return self.phoneNumber == number
    }
    let end = phoneNumber[phoneNumber.index(after: star)...]
    return !end.isEmpty && number.hasSuffix(end)
  }
}
