import HTTP

/// The RPC `passkeyEnrollment:start`, which returns the options for a new passkey.
package enum StartPasskeyEnrollment: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/passkeyEnrollment:start")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var tenantId: String?

    package init(idToken: String?) {
      self.idToken = idToken
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var credentialCreationOptions: CredentialCreationOptions?

    package init(credentialCreationOptions: CredentialCreationOptions?) {
      self.credentialCreationOptions = credentialCreationOptions
    }
  }
}
