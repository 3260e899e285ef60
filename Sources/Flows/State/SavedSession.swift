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
  package init(from decoder: any Decoder) throws {
    user = try UserRecord(from: decoder)
    let members = try decoder.container(keyedBy: JSONKey.self)
    signedInAt = try members.decode(Date.self, forKey: "signed_in_at")
    signInMethod = try members.decodeIfPresent(String.self, forKey: "sign_in_method")
  }

  package func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encode(signedInAt, forKey: "signed_in_at")
    try members.encodeIfPresent(signInMethod, forKey: "sign_in_method")
  }
}
