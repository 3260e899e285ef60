/// The kinds of tokens that carry the same claims.
///
/// Each kind has its own issuer and its own keys. So a token of one kind is never accepted as the other.
enum TokenKind: Sendable {
  case idToken, sessionCookie

  /// Returns the `iss` claim of this kind's tokens for `project`.
  func issuer(of project: String) -> String {
    switch self {
    case .idToken: "https://securetoken.google.com/" + project
    case .sessionCookie: "https://session.firebase.google.com/" + project
    }
  }

  /// The path at `www.googleapis.com` of the keys: X.509 certificates in PEM, by key ID.
  var keysPath: String {
    switch self {
    case .idToken: "robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
    case .sessionCookie: "identitytoolkit/v3/relyingparty/publicKeys"
    }
  }
}
