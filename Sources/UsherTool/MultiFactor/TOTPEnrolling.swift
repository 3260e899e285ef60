import AuthClient
import Essentials

/// Enrols an authenticator app: has its secret made, and keeps what its first code finishes, never the secret.
struct TOTPEnrolling {
  let context: Context
  let session: SessionKey
  /// What the factor will be called.
  let name: String?

  static let usualName = "Authenticator"

  /// A step is kept only once its secret has been shown or written: without it no code can finish it.
  func begin(showing: TOTPSecretShowing, for account: String) throws -> EnrollmentConfirmation {
    let (active, secret): (ActiveSession, TOTPSecret)
    do {
      active = try context.renewedSession(session)
      secret = try context.auth(user: try active.saved.user()).generateTOTPSecret()
    } catch {
      showing.abandon()
      throw error
    }
    try showing.show(secret, for: account)
    let enrollment = TOTPEnrollment(
      sessionInfo: secret.sessionInfo, name: name, codeLength: secret.codeLength)
    let step = try keep(enrollment, uid: active.saved.uid, until: secret.enrollmentCompletionDeadline)
    return EnrollmentConfirmation(
      context: context, session: session, step: step, proof: .totp(enrollment), name: name ?? Self.usualName)
  }

  private func keep(_ enrollment: TOTPEnrollment, uid: String, until end: Date) throws -> PendingStep? {
    guard context.keepsState else { return nil }
    return try context.stateFile().update { state in
      state.addPending(
        .totpEnrollment(enrollment), to: session, uid: uid, createdAt: context.now(), expiresAt: end)
    }
  }
}
