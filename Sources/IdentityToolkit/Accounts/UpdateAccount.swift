import HTTP

/// The RPC `accounts:update`, which changes an account, with its ID token or a mailed code.
package enum UpdateAccount: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:update", legacyName: "setAccountInfo")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var oobCode: String?
    package var displayName: String?
    package var photoUrl: String?
    package var email: String?
    package var password: String?
    package var deleteAttribute: [AccountAttribute]?
    /// Provider ids to unlink.
    package var deleteProvider: [String]?
    /// IDs of passkeys to unenroll.
    package var deletePasskey: [String]?
    package var returnSecureToken: Bool?
    package var tenantId: String?
    // For administrators.
    package var localId: String?
    package var emailVerified: Bool?
    package var disableUser: Bool?
    package var customAttributes: String?
    package var phoneNumber: String?
    package var validSince: DecimalText?
    package var createdAt: DecimalText?
    package var lastLoginAt: DecimalText?
    package var linkProviderUserInfo: ProviderUserInfo?
    package var mfa: SecondFactors?

    package init(idToken: String? = nil) {
      self.idToken = idToken
      if idToken != nil { returnSecureToken = true }
    }
  }

  package struct Response: SessionAnswer, Codable, Equatable, Sendable {
    package var kind: String?
    package var localId: String?
    package var email: String?
    package var newEmail: String?
    package var emailVerified: Bool?
    package var displayName: String?
    package var photoUrl: String?
    package var passwordHash: String?
    package var providerUserInfo: [ProviderUserInfo]?
    package var idToken: String?
    package var refreshToken: String?
    package var expiresIn: String?

    package init(localId: String?) {
      kind = "identitytoolkit#SetAccountInfoResponse"
      self.localId = localId
    }
  }
}

/// The complete list of an account's second factors.
package struct SecondFactors: Codable, Equatable, Sendable {
  package var enrollments: [MFAEnrollment]?

  package init(enrollments: [MFAEnrollment]?) {
    self.enrollments = enrollments
  }
}

/// An attribute that `deleteAttribute` can clear.
package struct AccountAttribute: EnumName, Hashable, Sendable {
  package var rawValue: String

  package init(rawValue: String) {
    self.rawValue = rawValue
  }

  package static let displayName = AccountAttribute(rawValue: "DISPLAY_NAME")
  package static let photoURL = AccountAttribute(rawValue: "PHOTO_URL")
  package static let password = AccountAttribute(rawValue: "PASSWORD")
  package static let email = AccountAttribute(rawValue: "EMAIL")
  package static let provider = AccountAttribute(rawValue: "PROVIDER")
  package static let rawUserInfo = AccountAttribute(rawValue: "RAW_USER_INFO")

  package static let names = [
    "USER_ATTRIBUTE_NAME_UNSPECIFIED", "EMAIL", "DISPLAY_NAME", "PROVIDER", "PHOTO_URL", "PASSWORD",
    "RAW_USER_INFO",
  ]
}
