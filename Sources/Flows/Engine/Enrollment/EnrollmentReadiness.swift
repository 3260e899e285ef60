package import AuthClient
import Essentials
package import IdentityToolkit

extension FlowSession {
  /// Checks whether the signed-in account can enroll a second factor, before anything is sent.
  /// - Parameter number: The number to enroll, if it is known.
  /// - Returns: The current account, with what it still lacks.
  /// - Throws: `EnrollmentProblem` if the account cannot enroll the factor at all.
  func readiness(toEnroll type: FactorID, _ number: PhoneNumber?) throws -> EnrollmentReadiness {
    let saved = try AccountUse(self).reloaded()
    switch EnrollmentObstacle(for: saved.user, enrolling: type, number: number, at: now()) {
    case .unsuitableSignIn: return .lacks(.suitableSignIn, saved)
    case .enrolledAlready:
      try forgetStep(for: type, number, of: saved)
      throw EnrollmentProblem.enrolledAlready(type, nil, session: key)
    case .tooManyFactors(let limit): throw EnrollmentProblem.tooManyFactors(limit: limit, session: key)
    case .unverifiedAddress: return .lacks(.verifiedAddress, saved)
    case .oldSignIn: return .lacks(.recentSignIn, saved)
    case nil: return .ready(saved)
    }
  }

  /// Removes a step for a factor that is already enrolled. An earlier run ended before it removed the step.
  private func forgetStep(for type: FactorID, _ number: PhoneNumber?, of saved: SavedSession) throws {
    try state.update { state in
      for step in state.pending(of: key) where step.uid == saved.uid {
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

enum EnrollmentReadiness {
  case ready(SavedSession)
  case lacks(EnrollmentCondition, SavedSession)
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

extension FlowSession {
  /// Enrolls an authenticator app: requests its secret, and saves the step that the first code finishes. It never saves
  /// the secret.
  ///
  /// The step is saved after `show` has shown or written the secret. Without the secret, no code can finish the step.
  /// - Parameter name: The factor's name.
  func enrollApp(
    name: String?, showing show: (TOTPSecret) throws -> Void
  ) throws -> CodeConfirmation {
    let saved = try renewed().saved
    let auth = try auth(saved.user)
    let secret = try auth.generateTOTPSecret()
    try show(secret)
    // The deadline by this machine's clock, as for other steps.
    let end = secret.enrollmentCompletionDeadline.addingTimeInterval(
      -(auth.currentUser ?? saved.user).tokens.clockOffset)
    let enrollment = TOTPEnrollment(
      sessionInfo: secret.sessionInfo, name: name, codeLength: secret.codeLength)
    let step = try state.update { state in
      state.addPending(
        .totpEnrollment(enrollment), to: key, uid: saved.uid, createdAt: now(), expiresAt: end)
    }
    return CodeConfirmation(.totpEnrollment(enrollment), of: step, in: self)
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

/// Enrolls a passkey for the session's user.
package final class PasskeyEnrolling {
  private let flow: FlowSession
  /// The user for whom the enrollment was started.
  private var uid: String?

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Gets the request for the authenticator.
  package func request() throws -> PasskeyRegistrationRequest {
    let saved = try flow.renewed().saved
    uid = saved.uid
    return try flow.auth(saved.user).startPasskeyEnrollment()
  }

  /// Enrolls the passkey, and saves the session with its new tokens.
  /// - Throws: `AuthFailure.userMismatch` if another user signed in meanwhile. Nothing is sent then.
  package func finish(
    _ registration: PasskeyRegistration, name: String
  ) throws -> (passkey: PasskeyInfo, session: SavedSession) {
    let saved = try AccountUse(flow).saved { [uid] auth throws(AuthFailure) in
      guard auth.currentUser?.uid == uid else { throw .userMismatch }
      return try auth.enroll(registration, name: name)
    }
    let passkey = saved.account.passkeys?.first {
      Base64URL.decode(anyForm: $0.credentialID) == registration.credentialID
    }
    let id = Base64URL.encode(registration.credentialID)
    return (passkey ?? PasskeyInfo(name: name, credentialID: id), saved)
  }
}
