/// The options for a new passkey.
///
/// The members are those of WebAuthn's `PublicKeyCredentialCreationOptions`, with bytes in base64.
package struct CredentialCreationOptions: Codable, Equatable, Sendable {
  package var rp: RelyingPartyEntity?
  package var user: UserEntity?
  package var challenge: String?
  package var pubKeyCredParams: [CredentialParameters]?
  /// In milliseconds.
  package var timeout: Int?
  package var excludeCredentials: [CredentialDescriptor]?
  package var authenticatorSelection: AuthenticatorSelection?
  package var attestation: String?

  package init() {}

  package struct RelyingPartyEntity: Codable, Equatable, Sendable {
    /// The domain. If it is missing, it is the page's.
    package var id: String?
    package var name: String?

    package init(id: String?, name: String?) {
      self.id = id
      self.name = name
    }
  }

  package struct UserEntity: Codable, Equatable, Sendable {
    package var id: String?
    package var name: String?
    package var displayName: String?

    package init(id: String?, name: String?, displayName: String?) {
      self.id = id
      self.name = name
      self.displayName = displayName
    }
  }

  package struct CredentialParameters: Codable, Equatable, Sendable {
    package var type: String?
    /// The number of a COSE algorithm.
    package var alg: Int64?

    package init(alg: Int64) {
      type = "public-key"
      self.alg = alg
    }
  }

  package struct AuthenticatorSelection: Codable, Equatable, Sendable {
    package var residentKey: String?
    package var requireResidentKey: Bool?
    package var userVerification: String?

    package init(userVerification: String?) {
      residentKey = "required"
      requireResidentKey = true
      self.userVerification = userVerification
    }
  }
}

/// The options for a sign-in.
///
/// The members are those of WebAuthn's `PublicKeyCredentialRequestOptions`, with bytes in base64.
package struct CredentialRequestOptions: Codable, Equatable, Sendable {
  package var challenge: String?
  package var rpId: String?
  /// In milliseconds.
  package var timeout: Int?
  package var allowCredentials: [CredentialDescriptor]?
  package var userVerification: String?

  package init() {}
}

package struct CredentialDescriptor: Codable, Equatable, Sendable {
  package var type: String?
  package var id: String?

  package init(id: String) {
    type = "public-key"
    self.id = id
  }
}
