package import AuthClient
import Essentials

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
