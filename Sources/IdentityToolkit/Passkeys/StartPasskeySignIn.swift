import HTTP

/// The RPC `passkeySignIn:start`, which returns the options for a sign-in with any passkey of the project.
package enum StartPasskeySignIn: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/passkeySignIn:start")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var tenantId: String?

    package init() {}
  }

  package struct Response: Codable, Equatable, Sendable {
    package var credentialRequestOptions: CredentialRequestOptions?

    package init(credentialRequestOptions: CredentialRequestOptions?) {
      self.credentialRequestOptions = credentialRequestOptions
    }
  }
}
