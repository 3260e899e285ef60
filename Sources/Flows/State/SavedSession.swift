package import AuthClient
package import Essentials

/// A session as it is saved: the user, and when the user signed in here.
package struct SavedSession: Equatable, Sendable {
  package var user: User
  package var signedInAt: Date

  package init(_ user: User, signedInAt: Date) {
    self.user = user
    self.signedInAt = signedInAt
  }

  package var uid: String { user.uid }
  package var account: Account { user.account }
  package var tokens: Tokens { user.tokens }
}

/// The user's members, with `signed_in_at` beside them.
extension SavedSession: Codable {
  private enum CodingKeys: String, CodingKey {
    case signedInAt = "signed_in_at"
  }

  package init(from decoder: any Decoder) throws {
    user = try User(from: decoder)
    signedInAt = try decoder.container(keyedBy: CodingKeys.self).decode(Date.self, forKey: .signedInAt)
  }

  package func encode(to encoder: any Encoder) throws {
    try user.encode(to: encoder)
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(signedInAt, forKey: .signedInAt)
  }
}
