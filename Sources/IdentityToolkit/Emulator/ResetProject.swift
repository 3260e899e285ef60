import HTTP

/// Forgets a project's accounts, sessions, codes, messages and configuration; the signing key stays.
package enum ResetProject: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}:reset")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}

/// Deletes every account of a project; pending codes stay.
package enum ClearAccounts: RPC {
  package static let route = RPCRoute(
    .localServer, .delete, "emulator/v1/projects/{project}/accounts")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
