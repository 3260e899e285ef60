public import Essentials
import IdentityToolkit

extension LocalServer {
  /// An account as the server keeps it.
  public struct Account: Sendable, Equatable {
    public let uid: String
    public let email: String?
    public let isEmailVerified: Bool
    /// In E.164.
    public let phoneNumber: String?
    public let displayName: String?
    public let photoURL: String?
    public let isDisabled: Bool
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
