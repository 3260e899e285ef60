import HTTP

/// The RPC `accounts:batchDelete`, which deletes up to a thousand accounts.
package enum BatchDeleteAccounts: RPC {
  package static let route = RPCRoute(
    .identityToolkit, .post, "v1/projects/{project}/accounts:batchDelete")

  package struct Request: TenantBound, Codable, Equatable, Sendable {
    package var localIds: [String]?
    /// Whether to delete accounts that are not disabled too.
    package var force: Bool?
    package var tenantId: String?

    package init(localIds: [String]?, force: Bool? = nil) {
      self.localIds = localIds
      self.force = force
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// Absent if there are none.
    package var errors: [Item]?

    package init(errors: [Item]?) {
      self.errors = errors
    }
  }

  package struct Item: Codable, Equatable, Sendable {
    package var index: Int?
    package var localId: String?
    package var message: String?

    package init(index: Int?, localId: String?, message: String?) {
      self.index = index
      self.localId = localId
      self.message = message
    }
  }
}
