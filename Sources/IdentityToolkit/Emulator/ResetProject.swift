import HTTP

/// The RPC that deletes a project's accounts, sessions, codes, messages and configuration.
///
/// The signing key stays.
package enum ResetProject: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:reset")
}

/// The RPC that deletes all accounts of a project.
///
/// Pending codes stay.
package enum ClearAccounts: RPC {
  package static let route = RPCRoute(
    .localServer, .delete, "emulator/v1/projects/{project}/accounts")
}
