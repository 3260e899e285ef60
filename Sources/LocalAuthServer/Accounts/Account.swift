public import Essentials
import IdentityToolkit

extension LocalServer {
  /// An account as the server keeps it.
  public struct Account: Sendable, Equatable {
    /// Its id in the project.
    public let uid: String
    /// Its address.
    public let email: String?
    /// Whether its user showed that mails to ``email`` reach them.
    public let isEmailVerified: Bool
    /// The phone number, in E.164.
    public let phoneNumber: String?
    /// The name that it shows.
    public let displayName: String?
    /// The address of its photo.
    public let photoURL: String?
    /// Whether it cannot be signed in to.
    public let isDisabled: Bool
    /// Whether it can be signed in to by a password.
    public let hasPassword: Bool
    /// The ids of the linked providers, `phone`, `password`, `google.com`.
    public let providerIDs: [String]
    /// The enrolled second factors.
    public let secondFactors: [SecondFactor]
    /// The custom claims, as JSON; nil where it has none.
    public let customClaims: String?
    /// By the server's clock.
    public let createdAt: Date?
    /// Nil, or the time of its creation, for an account that nobody has signed in to.
    public let lastSignInAt: Date?
  }
}

extension LocalServer.Account {
  /// Nil for an account without an id, which there is none.
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
