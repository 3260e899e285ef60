package import AuthClient
package import Essentials

/// A saved session: the user, and the time and method of the sign-in.
package struct SavedSession: Equatable, Sendable {
  package var user: UserRecord
  package var signedInAt: Date
  /// The sign-in method: `phone`, `email-link`, `password`… Tokens do not distinguish `email-link` from `password`.
  ///
  /// It is nil for sessions that were imported, or that older versions saved.
  package var signInMethod: String?

  package init(_ user: UserRecord, signedInAt: Date, signInMethod: String? = nil) {
    self.user = user
    self.signedInAt = signedInAt
    self.signInMethod = signInMethod
  }

  package var uid: String { user.uid }
  package var account: Account { user.account }
  package var tokens: Tokens { user.tokens }

  /// Returns the same sign-in with the server's current data of the user.
  func updated(_ user: UserRecord) -> SavedSession {
    SavedSession(user, signedInAt: signedInAt, signInMethod: signInMethod)
  }
}

/// Encodes the user's members, with the others beside them.
extension SavedSession: Codable {
  private enum CodingKeys: String, CodingKey {
    case signedInAt = "signed_in_at"
    case signInMethod = "sign_in_method"
  }

  package init(from decoder: any Decoder) throws {
    user = try UserRecord(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    signedInAt = try members.decode(Date.self, forKey: .signedInAt)
    signInMethod = try members.decodeIfPresent(String.self, forKey: .signInMethod)
  }

  package func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(signedInAt, forKey: .signedInAt)
    try members.encodeIfPresent(signInMethod, forKey: .signInMethod)
  }
}
