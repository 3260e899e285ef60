import HTTP

/// Makes the tenant of an id where there is none yet, as importing does; the admin API draws its ids itself.
package enum EnsureTenant: RPC {
  package static let route = RPCRoute(
    .localServer, .post, "usher/v1/projects/{project}/tenants/{tenant}:ensure")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
