import HTTP

/// `accounts:batchGet`: the accounts of a project, a page at a time, in the order of their uids.
package enum BatchGetAccounts: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v1/projects/{project}/accounts:batchGet")

  package struct Request: Codable, Equatable, Sendable {
    /// Of a page, 20 unless given and at most 1000. Local servers give all for a negative number.
    package var maxResults: Int?
    package var nextPageToken: String?
    /// Whether the answer holds what another server needs to know the accounts: the hashes of their passwords, and
    /// the secrets of their authenticator apps. This project's addition.
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
    /// Where there may be more.
    package var nextPageToken: String?

    package init(users: [AccountRecord]?, nextPageToken: String?) {
      kind = "identitytoolkit#DownloadAccountResponse"
      self.users = users
      self.nextPageToken = nextPageToken
    }
  }
}
