/// An account as `accounts:lookup` and the admin routes show it.
///
/// 64-bit numbers travel as decimal strings; times are milliseconds, `validSince` seconds.
package struct AccountRecord: Codable, Equatable, Sendable {
  package var localId: String?
  package var email: String?
  package var emailVerified: Bool?
  package var displayName: String?
  package var photoUrl: String?
  package var phoneNumber: String?
  package var providerUserInfo: [ProviderUserInfo]?
  /// Present, though not the hash, where the account has a password.
  package var passwordHash: String?
  /// Milliseconds, a number here.
  package var passwordUpdatedAt: Double?
  package var validSince: DecimalText?
  package var disabled: Bool?
  package var createdAt: DecimalText?
  package var lastLoginAt: DecimalText?
  /// RFC 3339.
  package var lastRefreshAt: String?
  /// Custom claims, a JSON object as text.
  package var customAttributes: String?
  package var customAuth: Bool?
  package var emailLinkSignin: Bool?
  package var initialEmail: String?
  package var mfaInfo: [MFAEnrollment]?
  package var tenantId: String?
  // Of an upload.
  package var rawPassword: String?
  /// Base64.
  package var salt: String?
  /// How this password was hashed, in the names that an upload has for all of them; this project's addition.
  package var passwordHashParameters: JSONValue?

  package init(localId: String?) {
    self.localId = localId
  }
}

extension AccountRecord {
  /// What stands for a password's hash, base64 of "REDACTED"; the hash itself is never shown.
  package static let redactedHash = "UkVEQUNURUQ="
}

/// One provider that is linked to an account.
package struct ProviderUserInfo: Codable, Equatable, Sendable {
  package var providerId: String?
  package var rawId: String?
  package var federatedId: String?
  package var email: String?
  package var displayName: String?
  package var photoUrl: String?
  package var phoneNumber: String?
  package var screenName: String?

  package init(providerId: String?, rawId: String? = nil) {
    self.providerId = providerId
    self.rawId = rawId
  }
}

/// A second factor, as a hint at sign-in or in full to the account's owner.
package struct MFAEnrollment: Codable, Equatable, Sendable {
  package var mfaEnrollmentId: String?
  package var displayName: String?
  /// RFC 3339 with any number of fraction digits.
  package var enrolledAt: String?
  package var phoneInfo: String?
  package var unobfuscatedPhoneInfo: String?
  /// Present for an authenticator app, and empty in answers.
  package var totpInfo: TOTPInfo?

  package init(mfaEnrollmentId: String?) {
    self.mfaEnrollmentId = mfaEnrollmentId
  }
}

/// An authenticator app. Only an administrator says what it computes codes with, in the names of an enrollment.
package struct TOTPInfo: Codable, Equatable, Sendable {
  /// Base32.
  package var sharedSecretKey: String?
  package var verificationCodeLength: Int?

  package init(sharedSecretKey: String? = nil, verificationCodeLength: Int? = nil) {
    self.sharedSecretKey = sharedSecretKey
    self.verificationCodeLength = verificationCodeLength
  }
}

/// `{}`, where its presence alone says something.
package struct EmptyObject: Codable, Equatable, Sendable {
  package init() {}
}
