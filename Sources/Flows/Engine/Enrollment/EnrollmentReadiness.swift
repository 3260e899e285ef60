package import AuthClient
import Essentials
package import IdentityToolkit

/// Checks whether the signed-in account can enroll a second factor, before anything is sent.
package struct EnrollmentReadiness {
  private let flow: FlowSession
  private let type: FactorID
  private let number: PhoneNumber?

  /// Creates a check.
  /// - Parameter number: The number to enroll, if it is known.
  package init(_ flow: FlowSession, type: FactorID, number: PhoneNumber? = nil) {
    self.flow = flow
    self.type = type
    self.number = number
  }

  /// Returns the current account, with what it still lacks.
  /// - Throws: `EnrollmentProblem` if the account cannot enroll the factor at all.
  package func check() throws -> Readiness {
    let saved = try AccountUse(flow).reloaded()
    switch EnrollmentObstacle(for: saved.user, enrolling: type, number: number, at: flow.now()) {
    case .unsuitableSignIn: return .lacks(.suitableSignIn, saved)
    case .enrolledAlready:
      try forgetStep(of: saved)
      throw EnrollmentProblem.enrolledAlready(type, nil, session: flow.key)
    case .tooManyFactors(let limit):
      throw EnrollmentProblem.tooManyFactors(limit: limit, session: flow.key)
    case .unverifiedAddress: return .lacks(.verifiedAddress, saved)
    case .oldSignIn: return .lacks(.recentSignIn, saved)
    case nil: return .ready(saved)
    }
  }

  package enum Readiness {
    case ready(SavedSession)
    case lacks(EnrollmentCondition, SavedSession)
  }

  /// Removes a step for a factor that is already enrolled. An earlier run ended before it removed the step.
  private func forgetStep(of saved: SavedSession) throws {
    try flow.state.update { state in
      for step in state.pending(of: flow.key) where step.uid == saved.uid {
        switch step.kind {
        case .totpEnrollment where type == .totp: state.removePending(step.id)
        case .smsEnrollment(let code, _) where type == .phone && code.phoneNumber == number?.e164:
          state.removePending(step.id)
        default: break
        }
      }
    }
  }
}

/// A condition for the enrollment of a second factor.
package enum EnrollmentCondition: Equatable, Sendable {
  /// A sign-in that can have a second factor: not by phone, anonymous or with a custom token.
  case suitableSignIn
  case recentSignIn
  case verifiedAddress
}

/// A condition for a second factor that the account does not fulfil.
package struct EnrollmentLack: Error {
  package let condition: EnrollmentCondition
  package let session: SavedSession
  package let key: SessionKey
}

/// Enrolls an authenticator app: requests its secret, and saves the step that the first code finishes. It never saves
/// the secret.
package struct TOTPEnrolling {
  private let flow: FlowSession
  /// The factor's name.
  private let name: String?

  package init(_ flow: FlowSession, name: String?) {
    self.flow = flow
    self.name = name
  }

  /// Requests the secret, and saves the step after `show` has shown or written the secret. Without the secret, no code
  /// can finish the step.
  package func begin(showing show: (TOTPSecret) throws -> Void) throws -> CodeConfirmation {
    let saved = try CurrentSession(flow).renewed().saved
    let auth = try flow.auth(saved.user)
    let secret = try auth.generateTOTPSecret()
    try show(secret)
    // The deadline by this machine's clock, as for other steps.
    let end = secret.enrollmentCompletionDeadline.addingTimeInterval(
      -(auth.currentUser ?? saved.user).tokens.clockOffset)
    let enrollment = TOTPEnrollment(
      sessionInfo: secret.sessionInfo, name: name, codeLength: secret.codeLength)
    let step = try flow.state.update { state in
      state.addPending(
        .totpEnrollment(enrollment), to: flow.key, uid: saved.uid, createdAt: flow.now(), expiresAt: end)
    }
    return CodeConfirmation(.totpEnrollment(enrollment), of: step, in: flow)
  }
}

/// The reason why a second factor cannot be enrolled.
package enum EnrollmentProblem: Error, Equatable {
  case enrolledAlready(FactorID, ServerError?, session: SessionKey)
  case tooManyFactors(limit: Int, session: SessionKey)
  /// The session has ended. The enrollment of a phone ends sessions, and an earlier run of this step may have enrolled
  /// it.
  case sessionEnded(ServerError, PendingStep, session: SessionKey)
}
