import HTTP

/// Removes every account of a project; Firebase's emulator has the route too.
package enum DeleteAllAccounts: RPC {
  package static let route = RPCRoute(
    .localServer, .delete, "emulator/v1/projects/{project}/accounts")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
