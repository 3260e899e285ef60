package import AuthClient
import Essentials

/// Enrolls a passkey for the session's user.
package struct PasskeyEnrolling {
  private let flow: FlowSession

  package init(_ flow: FlowSession) {
    self.flow = flow
  }

  /// Gets the request for the authenticator.
  package func request() throws -> PasskeyRegistrationRequest {
    try flow.auth(try CurrentSession(flow).renewed().saved.user).startPasskeyEnrollment()
  }

  /// Enrolls the passkey, and saves the session with its new tokens.
  package func finish(
    _ registration: PasskeyRegistration, name: String
  ) throws -> (passkey: PasskeyInfo?, session: SavedSession) {
    let saved = try AccountUse(flow).saved { auth throws(AuthFailure) in
      try auth.enroll(registration, name: name)
    }
    let passkey = saved.account.passkeys?.first {
      Base64URL.decode(anyForm: $0.credentialID) == registration.credentialID
    }
    return (passkey, saved)
  }
}
