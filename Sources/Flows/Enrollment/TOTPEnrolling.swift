package import AuthClient
import Essentials

/// Enrolls an authenticator app: has its secret made, and keeps what its first code finishes, never the secret.
package struct TOTPEnrolling {
  private let flow: FlowSession
  /// What the factor will be called.
  private let name: String?

  package init(_ flow: FlowSession, name: String?) {
    self.flow = flow
    self.name = name
  }

  /// The step is kept only once `show` has shown or written the secret: without it no code can finish the step.
  package func begin(showing show: (TOTPSecret) throws -> Void) throws -> CodeConfirmation {
    let saved = try CurrentSession(flow).renewed().saved
    let auth = try flow.auth(saved.user)
    let secret = try auth.generateTOTPSecret()
    try show(secret)
    // By this machine's clock, as the times of other steps.
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
