import HTTP

/// The RPC `passkeyEnrollment:finalize`, which enrolls the passkey that an authenticator made.
package enum FinalizePasskeyEnrollment: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/passkeyEnrollment:finalize")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var authenticatorRegistrationResponse: AuthenticatorAnswer?
    /// The passkey's name, for people.
    package var name: String?
    /// The same, from clients that call it so.
    package var displayName: String?
    package var tenantId: String?

    package init(
      idToken: String?, authenticatorRegistrationResponse: AuthenticatorAnswer? = nil,
      name: String? = nil
    ) {
      self.idToken = idToken
      self.authenticatorRegistrationResponse = authenticatorRegistrationResponse
      self.name = name
    }
  }

  package typealias Response = PasskeyTokens
}

/// The tokens after an enrollment or a sign-in.
package struct PasskeyTokens: SessionAnswer, Codable, Equatable, Sendable {
  package var localId: String?
  package var idToken: String?
  package var refreshToken: String?
  package var expiresIn: String?
  package var mfaPendingCredential: String?
  package var mfaInfo: [MFAEnrollment]?

  package init(localId: String?) {
    self.localId = localId
  }
}
