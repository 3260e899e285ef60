package import Essentials

/// What a session holds.
package struct Tokens: Sendable, Equatable {
  package var idToken: IDToken
  /// Nil for a session that was given as an ID token alone and ends with it.
  package var refreshToken: String?
  package var expiresAt: Date

  package init(idToken: IDToken, refreshToken: String?, expiresAt: Date) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
  }

  /// Tokens as answers carry them. Answers of second-factor calls have no `expiresIn`: the token's own
  /// `exp` is the expiry then.
  init(idToken text: String, refreshToken: String?, expiresIn: String?, now: Date) throws(AuthError) {
    idToken = try IDToken(text)
    self.refreshToken = refreshToken.flatMap { $0.isEmpty ? nil : $0 }
    // The sooner of the two: a session must not seem valid after its token has run out.
    let announced = expiresIn.flatMap(Double.init).flatMap { (0...86_400).contains($0) ? now + $0 : nil }
    expiresAt = min(announced ?? idToken.expiresAt, idToken.expiresAt)
  }
}
