import HTTP

/// The RPC that imports an exported project and its tenants.
///
/// If any part cannot be stored, nothing is stored.
package enum ImportAccounts: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:import")

  package struct Request: Codable, Equatable, Sendable {
    /// The accounts of the project and, if an upload names one, of a tenant.
    ///
    /// Missing tenants are created. Accounts with the same uids are replaced.
    package var uploads: [BatchCreateAccounts.Request]
    package var config: EmulatorConfig?
    /// The sessions of uploaded accounts that continue.
    ///
    /// Their other sessions end.
    package var sessions: [AccountSessions]?

    package init(
      uploads: [BatchCreateAccounts.Request], config: EmulatorConfig? = nil,
      sessions: [AccountSessions]? = nil
    ) {
      self.uploads = uploads
      self.config = config
      self.sessions = sessions
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    /// The errors of each upload.
    ///
    /// If there are any, nothing is stored.
    ///
    /// An error without an index is about the whole upload.
    package var uploads: [BatchCreateAccounts.Response]

    package init(uploads: [BatchCreateAccounts.Response]) {
      self.uploads = uploads
    }
  }
}
