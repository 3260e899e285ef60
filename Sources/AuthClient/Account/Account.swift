package import Essentials
package import IdentityToolkit

/// An account as the server last returned it.
///
/// It is saved in this form, so that it can be shown offline. Results show its members in the order of `encode(to:)`.
package struct Account: Equatable, Sendable {
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
}

extension Account: Codable {
  package init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSONKey.self)
    email = try members.decodeIfPresent(String.self, forKey: "email")
    isEmailVerified = try members.decode(Bool.self, forKey: "email_verified")
    phoneNumber = try members.decodeIfPresent(String.self, forKey: "phone")
    displayName = try members.decodeIfPresent(String.self, forKey: "display_name")
    photoURL = try members.decodeIfPresent(String.self, forKey: "photo_url")
    isAnonymous = try members.decode(Bool.self, forKey: "is_anonymous")
    providers = try members.decode([String].self, forKey: "providers")
    providerData = try members.decodeIfPresent([UserInfo].self, forKey: "provider_data")
    factors = try members.decode([EnrolledFactor].self, forKey: "mfa")
    passkeys = try members.decodeIfPresent([PasskeyInfo].self, forKey: "passkeys")
    createdAt = try members.decodeIfPresent(Date.self, forKey: "created_at")
    lastSignInAt = try members.decodeIfPresent(Date.self, forKey: "last_sign_in_at")
  }

  package func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: JSONKey.self)
    try members.encodeIfPresent(email, forKey: "email")
    try members.encode(isEmailVerified, forKey: "email_verified")
    try members.encodeIfPresent(phoneNumber, forKey: "phone")
    try members.encodeIfPresent(displayName, forKey: "display_name")
    try members.encodeIfPresent(photoURL, forKey: "photo_url")
    try members.encode(isAnonymous, forKey: "is_anonymous")
    try members.encode(providers, forKey: "providers")
    try members.encodeIfPresent(providerData, forKey: "provider_data")
    try members.encode(factors, forKey: "mfa")
    try members.encodeIfPresent(passkeys, forKey: "passkeys")
    try members.encodeIfPresent(createdAt, forKey: "created_at")
    try members.encodeIfPresent(lastSignInAt, forKey: "last_sign_in_at")
  }
}
