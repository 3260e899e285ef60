import HTTP

/// The RPC `passwordPolicy`, which returns the project's password policy.
package enum PasswordPolicy: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/passwordPolicy")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var tenantId: String?

    package init(tenantId: String? = nil) {
      self.tenantId = tenantId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var customStrengthOptions: StrengthOptions?
    package var allowedNonAlphanumericCharacters: [String]?
    /// `OFF` or `ENFORCE`.
    package var enforcementState: String?
    package var forceUpgradeOnSignin: Bool?
    package var schemaVersion: Int?

    package init() {}
  }

  package struct StrengthOptions: Codable, Equatable, Sendable {
    package var minPasswordLength: Int?
    package var maxPasswordLength: Int?
    package var containsLowercaseCharacter: Bool?
    package var containsUppercaseCharacter: Bool?
    package var containsNumericCharacter: Bool?
    package var containsNonAlphanumericCharacter: Bool?

    package init() {}
  }
}

/// A rule of the password policy that a password does not meet: its name, and a sentence about it.
package struct UserNotification: Codable, Equatable, Sendable {
  package var notificationCode: String?
  package var notificationMessage: String?

  package init(_ code: String, _ message: String) {
    notificationCode = code
    notificationMessage = message
  }
}
