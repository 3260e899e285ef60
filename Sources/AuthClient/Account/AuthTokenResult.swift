public import Essentials

/// An ID token and its claims.
///
/// The client does not verify the token. The server that receives it does that.
public struct AuthTokenResult: Sendable {
  /// The token, a JWT.
  public let token: String
  /// The date on which the token expires, one hour after it was issued.
  public let expirationDate: Date
  /// The date of the sign-in, which a renewal does not change.
  public let authDate: Date
  /// The date on which the token was issued, which a renewal changes.
  public let issuedAtDate: Date
  /// The sign-in provider: `phone`, `password` (also for e-mail links), `anonymous`, `custom`, `google.com`…
  public let signInProvider: String
  /// The second factor, `phone` or `totp`; nil if none was used.
  public let signInSecondFactor: String?
  /// All claims, including the project's custom claims.
  ///
  /// Values are strings, numbers (`Int`, `Double`), `Bool`, arrays and dictionaries.
  public let claims: [String: any Sendable]

  init(_ token: IDToken) {
    self.token = token.text
    expirationDate = token.expiresAt
    authDate = token.signedInAt
    issuedAtDate = token.issuedAt
    signInProvider = token.signInProvider
    signInSecondFactor = token.secondFactor
    claims = token.claims.dictionary ?? [:]
  }
}

/// Keeps the token out of `print` and `dump`.
extension AuthTokenResult: CustomStringConvertible, CustomReflectable {
  public var description: String { "an ID token that expires at \(expirationDate)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
