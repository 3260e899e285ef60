public import Essentials
import IdentityToolkit

extension LocalServer {
  /// An account in the form in which the server stores it.
  public struct Account: Sendable, Equatable {
    /// The account's ID in the project.
    public let uid: String
    /// The e-mail address.
    public let email: String?
    /// Whether the user has verified ``email``.
    public let isEmailVerified: Bool
    /// The phone number, in E.164.
    public let phoneNumber: String?
    /// The display name.
    public let displayName: String?
    /// The URL of the photo.
    public let photoURL: String?
    /// Whether the account is disabled, so nobody can sign in to it.
    public let isDisabled: Bool
    /// Whether the account has a password.
    public let hasPassword: Bool
    /// The IDs of the linked providers, such as `phone`, `password` and `google.com`.
    public let providerIDs: [String]
    /// The enrolled second factors.
    public let secondFactors: [SecondFactor]
    /// The custom claims as JSON, or nil if there are none.
    public let customClaims: String?
    /// When the account was created, by the server's clock.
    public let createdAt: Date?
    /// When the user last signed in.
    ///
    /// Before the first sign-in, this is nil or the time of creation.
    public let lastSignInAt: Date?
  }
}

extension LocalServer.Account {
  /// Returns nil if `record` has no ID, which does not happen.
  init?(_ record: AccountRecord) {
    guard let uid = record.localId else { return nil }
    self.init(
      uid: uid, email: record.email, isEmailVerified: record.emailVerified ?? false,
      phoneNumber: record.phoneNumber, displayName: record.displayName, photoURL: record.photoUrl,
      isDisabled: record.disabled ?? false, hasPassword: record.passwordHash != nil,
      providerIDs: (record.providerUserInfo ?? []).compactMap(\.providerId),
      secondFactors: (record.mfaInfo ?? []).compactMap(LocalServer.SecondFactor.init),
      customClaims: record.customAttributes, createdAt: Self.date(record.createdAt),
      lastSignInAt: Self.date(record.lastLoginAt))
  }

  private static func date(_ milliseconds: DecimalText?) -> Date? {
    milliseconds.flatMap { Int64($0.text) }.map { Date(milliseconds: $0) }
  }
}
