package import Essentials

/// An account in the form of `accounts:lookup` and the admin routes.
///
/// 64-bit numbers are decimal strings. Times are in milliseconds, but `validSince` is in seconds.
package struct AccountRecord: Decodable, Equatable, Sendable {
  package var localId: String?
  package var email: String?
  package var emailVerified: Bool?
  package var displayName: String?
  package var photoUrl: String?
  /// The name at an identity provider, which only Firebase's emulator has here.
  package var screenName: String?
  package var phoneNumber: String?
  package var providerUserInfo: [ProviderUserInfo]?
  /// Present if the account has a password, but without the real hash.
  package var passwordHash: String?
  /// Which algorithm made the hash: 0 for the project's own, and another number for one of an upload.
  ///
  /// The service shows it only to administrators who may see the hash.
  package var version: Int?
  /// In milliseconds, and a number here.
  package var passwordUpdatedAt: Double?
  package var validSince: DecimalText?
  package var disabled: Bool?
  package var createdAt: DecimalText?
  package var lastLoginAt: DecimalText?
  /// RFC 3339.
  package var lastRefreshAt: String?
  /// Custom claims: a JSON object as text.
  package var customAttributes: String?
  package var customAuth: Bool?
  package var emailLinkSignin: Bool?
  package var initialEmail: String?
  package var mfaInfo: [MFAEnrollment]?
  package var passkeyInfo: [PasskeyRecord]?
  package var tenantId: String?
  // These are only in uploads.
  package var rawPassword: String?
  /// Base64.
  package var salt: String?
  /// The algorithm of this password's hash, with the names that an upload uses for all hashes.
  ///
  /// This member is an addition of this project.
  package var passwordHashParameters: JSONValue?
  /// Whether an administrator created the account.
  ///
  /// This member is an addition of this project, for exports.
  package var adminMade: Bool?

  package init(localId: String?) {
    self.localId = localId
  }

  /// The replacement for a password hash: base64 of "REDACTED".
  ///
  /// The real hash is never shown.
  package static let redactedHash = "UkVEQUNURUQ="
}

package struct ProviderUserInfo: Decodable, Equatable, Sendable {
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

/// A second factor: a hint at sign-in, or the full data for the account's user.
package struct MFAEnrollment: Codable, Equatable, Sendable {
  package var mfaEnrollmentId: String?
  package var displayName: String?
  /// RFC 3339 with any number of fraction digits.
  package var enrolledAt: String?
  package var phoneInfo: String?
  package var unobfuscatedPhoneInfo: String?
  /// Present for an authenticator app.
  ///
  /// It is empty in answers.
  package var totpInfo: TOTPInfo?

  package init(mfaEnrollmentId: String?) {
    self.mfaEnrollmentId = mfaEnrollmentId
  }
}

package struct PasskeyRecord: Codable, Equatable, Sendable {
  /// Base64url.
  package var credentialId: String?
  package var name: String?
  /// The public key in COSE form, base64url.
  ///
  /// This member and the following ones are additions of this project, for exports.
  package var publicKey: String?
  package var signCount: Int?
  package var backupEligible: Bool?
  package var backedUp: Bool?
  /// RFC 3339.
  package var enrolledAt: String?

  package init(credentialId: String?, name: String?) {
    self.credentialId = credentialId
    self.name = name
  }
}

/// An authenticator app.
///
/// Only administrators set its parameters, with the names of an enrollment.
package struct TOTPInfo: Codable, Equatable, Sendable {
  /// Base32.
  package var sharedSecretKey: String?
  package var verificationCodeLength: Int?

  package init(sharedSecretKey: String? = nil, verificationCodeLength: Int? = nil) {
    self.sharedSecretKey = sharedSecretKey
    self.verificationCodeLength = verificationCodeLength
  }
}

/// `{}`, for members whose presence alone has a meaning.
package struct EmptyObject: Codable, Equatable, Sendable {
  package init() {}
}
