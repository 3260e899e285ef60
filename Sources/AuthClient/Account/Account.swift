package import Essentials
package import IdentityToolkit

/// An account as the server last returned it.
///
/// It is saved in this form, so that it can be shown offline. Results show its members in the order of the coding keys.
package struct Account: Codable, Equatable, Sendable {
  package var email: String?
  package var isEmailVerified = false
  package var phoneNumber: String?
  package var displayName: String?
  package var photoURL: String?
  package var isAnonymous = false
  /// The provider IDs, for example `phone`, `password` or `google.com`.
  package var providers: [String] = []
  /// The user's data at each provider. It is nil in a session from an older version, until the account is loaded again.
  package var providerData: [UserInfo]?
  package var factors: [EnrolledFactor] = []
  /// The passkeys. It is nil if there are none, or in a session from an older version.
  package var passkeys: [PasskeyInfo]?
  package var createdAt: Date?
  package var lastSignInAt: Date?

  package init() {}

  /// Creates the account that `record` describes.
  /// - Parameter signInProvider: The provider in the ID token. Only this distinguishes an anonymous account from one
  ///   without providers.
  package init(_ record: AccountRecord, signInProvider: String) {
    email = record.email
    isEmailVerified = record.emailVerified ?? false
    phoneNumber = record.phoneNumber
    displayName = record.displayName
    photoURL = record.photoUrl
    let data = (record.providerUserInfo ?? []).compactMap(UserInfo.init)
    (providers, providerData) = (data.map(\.providerID), data)
    isAnonymous = signInProvider == "anonymous" && providers.isEmpty
    factors = (record.mfaInfo ?? []).compactMap(EnrolledFactor.init(enrollment:))
    passkeys = record.passkeyInfo.map { $0.compactMap(PasskeyInfo.init) }
    createdAt = Self.date(milliseconds: record.createdAt?.text)
    lastSignInAt = Self.date(milliseconds: record.lastLoginAt?.text)
  }

  private static func date(milliseconds text: String?) -> Date? {
    text.flatMap { Int64($0) }.map { Date(milliseconds: $0) }
  }

  private enum CodingKeys: String, CodingKey {
    case email
    case isEmailVerified = "email_verified"
    case phoneNumber = "phone"
    case displayName = "display_name"
    case photoURL = "photo_url"
    case isAnonymous = "is_anonymous"
    case providers
    case providerData = "provider_data"
    case factors = "mfa"
    case passkeys
    case createdAt = "created_at"
    case lastSignInAt = "last_sign_in_at"
  }
}
