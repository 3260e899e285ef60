package import AuthClient
import IdentityToolkit

/// What the project says of second factors to a user who signed in without one.
///
/// Clients of Google's service cannot see that setting; only local servers tell.
package enum EnrollmentDemand: String, Equatable, Sendable {
  case required = "MANDATORY"
  case optional = "ENABLED"

  /// Asks the server, with the well-known owner's token; nil where it does not tell, or enrollment is not for this
  /// session.
  package init?(after session: SavedSession, at server: Backend) {
    guard session.account.factors.isEmpty,
      session.tokens.idToken.allowsSecondFactor,
      let config = try? LocalServerAdmin(backend: server).projectConfig(),
      let state = (config["mfa"] ?? config["mfaConfig"])?["state"]?.string
    else { return nil }
    self.init(rawValue: state)
  }
}
