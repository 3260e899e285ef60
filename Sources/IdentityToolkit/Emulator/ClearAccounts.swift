import HTTP

/// Deletes every account of a project; pending codes stay.
package enum ClearAccounts: RPC {
  package static let route = RPCRoute(
    .localServer, .delete, "emulator/v1/projects/{project}/accounts")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
