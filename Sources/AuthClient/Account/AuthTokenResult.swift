public import Essentials

/// An ID token, and what it says. Nothing is verified: that is for the server that takes it.
public struct AuthTokenResult: Sendable {
  /// The token itself, a JWT.
  public let token: String
  /// Until when the token is good; an hour after it was issued.
  public let expirationDate: Date
  /// When the user signed in; a renewal does not change it.
  public let authDate: Date
  /// When the token was issued, which a renewal does.
  public let issuedAtDate: Date
  /// `phone`, `password` (e-mail links too), `anonymous`, `custom`, `google.com`…
  public let signInProvider: String
  /// `phone` or `totp`; nil where no second factor was used.
  public let signInSecondFactor: String?
  /// Every claim, the project's custom ones among them: strings, numbers (`Int`, `Double`), `Bool`, arrays and
  /// dictionaries.
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

/// Without what is secret in it, also where it is dumped.
extension AuthTokenResult: CustomStringConvertible, CustomReflectable {
  public var description: String { "an ID token that expires at \(expirationDate)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
