package import AuthClient
import Essentials

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
    let saved = try CurrentSession(flow).renewed().saved
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
