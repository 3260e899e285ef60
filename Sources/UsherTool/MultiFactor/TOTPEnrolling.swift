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
    return EnrollmentConfirmation(
      context: context, session: session, step: try keep(secret, uid: active.saved.uid),
      proof: .totp(sessionInfo: secret.sessionInfo), name: name ?? Self.usualName)
  }

  private func keep(_ secret: TOTPSecret, uid: String) throws -> PendingStep? {
    guard context.keepsState else { return nil }
    let enrollment = TOTPEnrollment(
      sessionInfo: secret.sessionInfo, name: name, codeLength: secret.codeLength)
    return try context.stateFile().update { state in
      state.addPending(
        .totpEnrollment(enrollment), to: session, uid: uid, createdAt: context.now(),
        expiresAt: secret.enrollmentCompletionDeadline)
    }
  }
}
