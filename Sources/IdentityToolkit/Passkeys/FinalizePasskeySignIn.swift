import HTTP

/// The RPC `passkeySignIn:finalize`, which exchanges an authenticator's answer for tokens.
package enum FinalizePasskeySignIn: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/accounts/passkeySignIn:finalize")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var authenticatorAuthenticationResponse: AuthenticatorAnswer?
    package var tenantId: String?

    package init(authenticatorAuthenticationResponse: AuthenticatorAnswer? = nil) {
      self.authenticatorAuthenticationResponse = authenticatorAuthenticationResponse
    }
  }

  package typealias Response = PasskeyTokens
}
