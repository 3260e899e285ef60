package import Essentials
import IdentityToolkit

/// A signed-in person.
package struct User: Sendable, Equatable {
  package var uid: String
  package var email: String?
  package var isEmailVerified = false
  package var phoneNumber: String?
  package var displayName: String?
  package var photoURL: String?
  /// The ways in: `phone`, `password`, `google.com`…
  package var providers: [String] = []
  /// The enrolled second factors.
  package var factors: [MultiFactorInfo] = []
  package var createdAt: Date?
  package var lastSignInAt: Date?
  package var tokens: Tokens

  package init(uid: String, tokens: Tokens) {
    self.uid = uid
    self.tokens = tokens
  }

  package var isAnonymous: Bool { tokens.idToken.signInProvider == "anonymous" && providers.isEmpty }
}

extension User {
  /// The user that `record` describes.
  init(record: AccountRecord, tokens: Tokens) {
    self.init(uid: tokens.idToken.uid, tokens: tokens)
    email = record.email
    isEmailVerified = record.emailVerified ?? false
    phoneNumber = record.phoneNumber
    displayName = record.displayName
    photoURL = record.photoUrl
    providers = (record.providerUserInfo ?? []).compactMap(\.providerId)
    factors = (record.mfaInfo ?? []).compactMap(MultiFactorInfo.init(enrollment:))
    createdAt = Self.date(milliseconds: record.createdAt)
    lastSignInAt = Self.date(milliseconds: record.lastLoginAt)
  }

  private static func date(milliseconds text: String?) -> Date? {
    text.flatMap { Int64($0) }.map { Date(milliseconds: $0) }
  }
}
