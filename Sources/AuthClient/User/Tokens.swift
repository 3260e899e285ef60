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
    expiresAt = expiresIn.flatMap(Double.init).map { now + $0 } ?? idToken.expiresAt
  }
}
