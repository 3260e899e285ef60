import HTTP

// The tenants of a project, as the admin API has them (`v2/projects/{project}/tenants`).

/// Makes a tenant.
package enum CreateTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/projects/{project}/tenants")

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

/// Lists the tenants: the query's `pageSize` of them at most, from its `pageToken` on.
package enum ListTenants: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/projects/{project}/tenants")

  package typealias Request = EmptyObject
  package typealias Response = JSONValue
}

package enum GetTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/projects/{project}/tenants/{tenant}")

  package typealias Request = EmptyObject
  package typealias Response = JSONValue
}

/// Replaces the parts of a tenant that the query's `updateMask` names; all of it without one.
package enum UpdateTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .patch, "v2/projects/{project}/tenants/{tenant}")

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

/// Deletes a tenant and all that belongs to it.
package enum DeleteTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .delete, "v2/projects/{project}/tenants/{tenant}")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}

/// Makes the tenant of an id where there is none yet, as importing does; the admin API draws its ids itself.
package enum EnsureTenant: RPC {
  package static let route = RPCRoute(
    .localServer, .post, "usher/v1/projects/{project}/tenants/{tenant}:ensure")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
