import HTTP

/// Stores what was exported of a project and of its tenants: all of it or, where some cannot be stored, nothing.
package enum ImportAccounts: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:import")

  package struct Request: Codable, Equatable, Sendable {
    /// Of the project and, where they name one, of its tenants, which are made where there are none yet. Accounts
    /// with the same uids are replaced.
    package var uploads: [BatchCreateAccounts.Request]
    package var config: EmulatorConfig?
    /// Those of uploaded accounts that go on; all others of theirs end.
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
    /// What is wrong with each upload; nothing is stored where anything is. Without an index it is the whole
    /// upload.
    package var uploads: [BatchCreateAccounts.Response]

    package init(uploads: [BatchCreateAccounts.Response]) {
      self.uploads = uploads
    }
  }
}
