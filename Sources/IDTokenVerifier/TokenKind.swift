/// The kinds of tokens that carry the same claims. Each has its own issuer and its own keys, so that neither passes
/// for the other.
enum TokenKind: Sendable {
  case idToken, sessionCookie

  /// The `iss` of those for `project`.
  func issuer(of project: String) -> String {
    switch self {
    case .idToken: "https://securetoken.google.com/" + project
    case .sessionCookie: "https://session.firebase.google.com/" + project
    }
  }

  /// Where `www.googleapis.com` publishes the keys, as X.509 certificates in PEM by key id.
  var keysPath: String {
    switch self {
    case .idToken: "robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
    case .sessionCookie: "identitytoolkit/v3/relyingparty/publicKeys"
    }
  }
}
