import HTTP

/// The RPC `accounts:batchGet`, which lists accounts in the order of their uids, one page at a time.
package enum BatchGetAccounts: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v1/projects/{project}/accounts:batchGet")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    /// The size of a page: 20 by default, and at most 1000.
    ///
    /// For a negative number, local servers return all accounts.
    package var maxResults: Int?
    package var nextPageToken: String?
    /// Whether the answer contains secrets for another server: password hashes and authenticator app secrets.
    ///
    /// This member is an addition of this project.
    package var secrets: Bool?
    package var tenantId: String?

    package init(maxResults: Int? = nil, nextPageToken: String? = nil) {
      self.maxResults = maxResults
      self.nextPageToken = nextPageToken
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var kind: String?
    package var users: [AccountRecord]?
    /// Present if there may be more.
    package var nextPageToken: String?

    package init(users: [AccountRecord]?, nextPageToken: String?) {
      kind = "identitytoolkit#DownloadAccountResponse"
      self.users = users
      self.nextPageToken = nextPageToken
    }
  }
}
