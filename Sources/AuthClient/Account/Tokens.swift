package import Essentials

package struct Tokens: Sendable, Equatable {
  package var idToken: IDToken
  /// The refresh token; nil for a session that was given only an ID token and ends with it.
  package var refreshToken: String?
  /// The expiry, by the service's clock.
  package var expiresAt: Date
  /// How many seconds the service's clock is ahead of this machine's. It is measured when the ID token arrives.
  package var clockOffset: Double

  package init(idToken: IDToken, refreshToken: String?, expiresAt: Date, clockOffset: Double = 0) {
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.clockOffset = clockOffset
  }

  /// Reads the tokens of an answer.
  ///
  /// Answers of second-factor calls have no `expiresIn`. Then the token's own `exp` is the expiry.
  init(idToken text: String, refreshToken: String?, expiresIn: String?, now: Date) throws(AuthFailure) {
    idToken = try IDToken(text)
    self.refreshToken = refreshToken.flatMap { $0.isEmpty ? nil : $0 }
    // A difference of a few seconds is the time of the transfer. A difference of more than a year is not plausible.
    // Both are ignored.
    let offset = idToken.issuedAt.timeIntervalSince(now)
    clockOffset = (30...31_536_000).contains(abs(offset)) ? offset : 0
    // The earlier of the two, because a session must not seem valid after its token has expired.
    let start = now + clockOffset
    let announced = expiresIn.flatMap(Double.init).flatMap { (0...86_400).contains($0) ? start + $0 : nil }
    expiresAt = min(announced ?? idToken.expiresAt, idToken.expiresAt)
  }
}

/// The tokens, with the most used claims of the ID token beside them, so that the token need not be decoded.
extension Tokens: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    let text = try members.decode(String.self, forKey: "id_token")
    if let uid = try members.decodeIfPresent(String.self, forKey: "uid"),
      let signedInAt = try members.decodeIfPresent(Date.self, forKey: "auth_time"),
      let provider = try members.decodeIfPresent(String.self, forKey: "sign_in_provider")
    {
      idToken = IDToken(
        saved: text, uid: uid, signedInAt: signedInAt, signInProvider: provider,
        secondFactor: try members.decodeIfPresent(String.self, forKey: "second_factor"))
    } else if let token = try? IDToken(text) {
      idToken = token
    } else {
      throw DecodingError.dataCorruptedError(forKey: "id_token", in: members, debugDescription: "")
    }
    refreshToken = try members.decodeIfPresent(String.self, forKey: "refresh_token")
    expiresAt = try members.decode(Date.self, forKey: "expires_at")
    clockOffset = try members.decodeIfPresent(Double.self, forKey: "clock_offset") ?? 0
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(idToken.uid, forKey: "uid")
    try members.encode(idToken.text, forKey: "id_token")
    try members.encodeIfPresent(refreshToken, forKey: "refresh_token")
    try members.encode(expiresAt, forKey: "expires_at")
    try members.encode(idToken.signedInAt, forKey: "auth_time")
    try members.encode(idToken.signInProvider, forKey: "sign_in_provider")
    try members.encodeIfPresent(idToken.secondFactor, forKey: "second_factor")
    if clockOffset != 0 { try members.encode(clockOffset, forKey: "clock_offset") }
  }
}
