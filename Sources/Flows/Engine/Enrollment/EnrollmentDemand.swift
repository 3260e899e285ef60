package import AuthClient
import Essentials
import IdentityToolkit

/// The project's setting for second factors, after a sign-in without one.
///
/// Google's service does not show the setting to clients. Only local servers do.
package enum EnrollmentDemand: String, Equatable, Sendable {
  case required = "MANDATORY"
  case optional = "ENABLED"

  /// Asks the server, with the token that local servers accept for the owner.
  ///
  /// It is nil if the server does not say, or if this session cannot enroll a factor.
  package init?(after session: SavedSession, at server: Backend) {
    guard session.account.factors.isEmpty,
      session.tokens.idToken.allowsSecondFactor,
      let config = try? ProjectAdministrator(backend: server).projectConfig(),
      let state = (config["mfa"] ?? config["mfaConfig"])?["state"]?.string
    else { return nil }
    self.init(rawValue: state)
  }
}
