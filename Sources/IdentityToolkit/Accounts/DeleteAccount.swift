import HTTP

/// The RPC `accounts:delete`, which deletes the account of an ID token.
package enum DeleteAccount: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:delete", legacyName: "deleteAccount")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var localId: String?
    package var tenantId: String?

    package init(idToken: String? = nil, localId: String? = nil) {
      self.idToken = idToken
      self.localId = localId
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?

    package init() {
      kind = "identitytoolkit#DeleteAccountResponse"
    }
  }
}
