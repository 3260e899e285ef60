import HTTP

/// The RPC `accounts:lookup`, which returns the account of an ID token.
package enum Lookup: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/accounts:lookup", legacyName: "getAccountInfo")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var idToken: String?
    package var localId: [String]?
    package var email: [String]?
    package var phoneNumber: [String]?
    /// The user's identities at providers: `providerId` and `rawId`.
    package var federatedUserId: [ProviderUserInfo]?
    package var initialEmail: [String]?
    package var tenantId: String?

    package init(
      idToken: String? = nil, localId: [String]? = nil, email: [String]? = nil, phoneNumber: [String]? = nil
    ) {
      self.idToken = idToken
      self.localId = localId
      self.email = email
      self.phoneNumber = phoneNumber
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    /// Absent, not empty, if no account was found.
    package var users: [AccountRecord]?

    package init(users: [AccountRecord]?) {
      kind = "identitytoolkit#GetAccountInfoResponse"
      self.users = users
    }
  }
}
