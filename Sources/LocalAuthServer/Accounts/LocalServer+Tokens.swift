import AuthClient
import Crypto
public import Essentials
import IdentityToolkit

extension LocalServer {
  /// Creates a custom token for `uid`, as the project's own server does, for `signIn(withCustomToken:)`.
  ///
  /// A service account of the project signs it, under all rules. It expires after an hour.
  /// - Parameters:
  ///   - uid: The ID of an account. If there is none, the sign-in creates it.
  ///   - claims: Strings, numbers, `Bool`, arrays and dictionaries of them, for the session's ID tokens.
  public func customToken(
    uid: String, claims: [String: any Sendable]? = nil
  ) throws(LocalServerError) -> String {
    let claims = try claims.map { claims throws(LocalServerError) in try JSONValue(claims: claims) }
    return try administered { server throws(AuthFailure) in
      try server.customToken(uid: uid, claims: claims)
    }
  }

  /// The `iss` claim of the project's ID tokens, for code that verifies them.
  public var issuer: String { "https://securetoken.google.com/" + projectID }

  /// Returns the public keys of the server's tokens: a JWK set in JSON, as Google publishes them.
  ///
  /// A server that listens publishes them at
  /// `/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com` below its ``origin``.
  public func publicKeys() throws(LocalServerError) -> Data {
    try administered { server throws(AuthFailure) in try server.document(SigningKeys.route) }
  }

  /// Returns the code that an authenticator app shows: six digits, with SHA-1, valid for thirty seconds.
  ///
  /// Each code works once. A test that enrolls an app and then signs in with it must move the clock in between.
  /// - Parameters:
  ///   - secret: The secret in Base32, from `TOTPSecret.sharedSecretKey()`.
  ///   - date: The time; by default the server's.
  /// - Throws: ``LocalServerError/invalidArgument(_:)`` if `secret` is not Base32, or `date` is before 1970 or after
  ///   9998.
  public func totpCode(secret: String, at date: Date? = nil) throws(LocalServerError) -> String {
    guard let key = Base32.decode(secret), !key.isEmpty else {
      throw .invalidArgument("the secret is not Base32")
    }
    let time = date ?? now
    guard time == time.onAServersClock else {
      throw .invalidArgument("the date is not from 1970 to 9998")
    }
    return TOTP(secret: key).code(at: time.seconds)
  }
}
