package import Essentials
import HTTP

// These are the admin API's calls for a project's tenants (`v2/projects/{project}/tenants`).

package enum CreateTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .post, "v2/projects/{project}/tenants")

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

/// The RPC that lists the tenants: at most `pageSize` of them, starting at `pageToken`, both in the query.
package enum ListTenants: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/projects/{project}/tenants")

  package typealias Response = JSONValue
}

package enum GetTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/projects/{project}/tenants/{tenant}")

  package typealias Response = JSONValue
}

/// The RPC that replaces the parts of a tenant that the query's `updateMask` names.
///
/// Without a mask, it replaces the whole tenant.
package enum UpdateTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .patch, "v2/projects/{project}/tenants/{tenant}")

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}

/// The RPC that deletes a tenant and all its data.
package enum DeleteTenant: RPC {
  package static let route = RPCRoute(.identityToolkit, .delete, "v2/projects/{project}/tenants/{tenant}")
}

/// The RPC that creates the tenant with this ID if it is missing, for imports.
///
/// In the admin API, the server chooses all IDs.
package enum EnsureTenant: RPC {
  package static let route = RPCRoute(
    .localServer, .post, "usher/v1/projects/{project}/tenants/{tenant}:ensure")
}
