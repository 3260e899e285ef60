package import Essentials

/// Somebody who is signed in.
package struct SavedSession: Codable, Equatable, Sendable {
  package var uid: String
  package var idToken: String
  /// Absent in a session made of an ID token alone, which cannot be renewed.
  package var refreshToken: String?
  package var expiresAt: Date
  package var signedInAt: Date
  /// When the person last proved who they are; renewal does not move it.
  package var authTime: Date
  package var signInProvider: String?
  /// `phone` or `totp`, where one was used.
  package var secondFactor: String?
  package var account: SavedAccount

  package init(
    uid: String, idToken: String, refreshToken: String?, expiresAt: Date, signedInAt: Date, authTime: Date,
    signInProvider: String?, secondFactor: String? = nil, account: SavedAccount = SavedAccount()
  ) {
    self.uid = uid
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
    self.signedInAt = signedInAt
    self.authTime = authTime
    self.signInProvider = signInProvider
    self.secondFactor = secondFactor
    self.account = account
  }

  private enum CodingKeys: String, CodingKey {
    case uid, account
    case idToken = "id_token"
    case refreshToken = "refresh_token"
    case expiresAt = "expires_at"
    case signedInAt = "signed_in_at"
    case authTime = "auth_time"
    case signInProvider = "sign_in_provider"
    case secondFactor = "second_factor"
  }
}

/// An account as the server last showed it, so that it can be told about offline. Results show its members in
/// the order of the coding keys.
package struct SavedAccount: Codable, Equatable, Sendable {
  package var email: String?
  package var emailVerified = false
  package var phone: String?
  package var displayName: String?
  package var photoURL: String?
  package var isAnonymous = false
  /// Provider ids: `phone`, `password`, `google.com`…
  package var providers: [String] = []
  package var factors: [SavedFactor] = []
  package var createdAt: Date?
  package var lastSignInAt: Date?

  package init() {}

  private enum CodingKeys: String, CodingKey {
    case email
    case emailVerified = "email_verified"
    case phone
    case displayName = "display_name"
    case photoURL = "photo_url"
    case isAnonymous = "is_anonymous"
    case providers
    case factors = "mfa"
    case createdAt = "created_at"
    case lastSignInAt = "last_sign_in_at"
  }
}

/// An enrolled second factor, as a sign-in's hint or the account's own list shows it.
package struct SavedFactor: Codable, Equatable, Sendable {
  /// The server's enrollment id.
  package var id: String
  package var type: FactorType
  package var name: String?
  /// As the server gave it: whole to the account's owner, masked in a hint.
  package var phone: String?
  package var enrolledAt: Date?

  package init(
    id: String, type: FactorType, name: String? = nil, phone: String? = nil, enrolledAt: Date? = nil
  ) {
    self.id = id
    self.type = type
    self.name = name
    self.phone = phone
    self.enrolledAt = enrolledAt
  }

  private enum CodingKeys: String, CodingKey {
    case id, type, name, phone
    case enrolledAt = "enrolled_at"
  }
}

package struct FactorType: RawRepresentable, Codable, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let phone = FactorType(rawValue: "phone")
  package static let totp = FactorType(rawValue: "totp")
}
