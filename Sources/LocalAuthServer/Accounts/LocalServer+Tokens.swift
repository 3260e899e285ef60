import AuthClient
import Crypto
public import Essentials
import IdentityToolkit

extension LocalServer {
  /// A custom token for `uid`, as a server of the project's would make it, for `signIn(withCustomToken:)`.
  ///
  /// It is signed, by a service account of the project, under every set of rules. An hour later it has expired.
  /// - Parameters:
  ///   - uid: An account's, or one that the sign-in creates the account with.
  ///   - claims: Strings, numbers, `Bool`, arrays and dictionaries of them, for the session's ID tokens.
  public func customToken(
    uid: String, claims: [String: any Sendable]? = nil
  ) throws(LocalServerError) -> String {
    let claims = try claims.map { claims throws(LocalServerError) in try JSONValue(claims: claims) }
    return try administered { server throws(AuthFailure) in
      try server.customToken(uid: uid, claims: claims)
    }
  }

  /// The `iss` of the project's ID tokens, for what verifies them.
  public var issuer: String { "https://securetoken.google.com/" + projectID }

  /// The public keys of the server's tokens, a JWK set in JSON as Google publishes them.
  ///
  /// Those of a server that listens are at
  /// `/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com` below its ``origin``.
  public func publicKeys() throws(LocalServerError) -> Data {
    try administered { server throws(AuthFailure) in try server.document(SigningKeys.route) }
  }

  /// The code that an authenticator app shows: six digits, of SHA-1, for thirty seconds.
  ///
  /// Each code counts once: a test that enrolls an app and then signs in with it moves the clock between.
  /// - Parameters:
  ///   - secret: In Base32, `TOTPSecret.sharedSecretKey()`.
  ///   - date: By default the server's time.
  /// - Throws: ``LocalServerError/invalidArgument(_:)`` where `secret` is no Base32, or `date` is before 1970 or after
  ///   9998.
  public func totpCode(secret: String, at date: Date? = nil) throws(LocalServerError) -> String {
    guard let key = Base32.decode(secret), !key.isEmpty else {
      throw .invalidArgument("the secret is no Base32")
    }
    let time = date ?? now
    guard time == time.onAServersClock else {
      throw .invalidArgument("the date is not from 1970 to 9998")
    }
    return TOTP(secret: key).code(at: time.seconds)
  }
}
