package import Essentials
import HTTP

/// The RPC that returns a project's configuration object, as in the admin API (`v2/projects/{project}/config`).
package enum GetProjectConfig: RPC {
  package static let route = RPCRoute(.identityToolkit, .get, "v2/projects/{project}/config")

  package typealias Response = JSONValue
}

/// The RPC that replaces the parts of a project's configuration that the query's `updateMask` names.
package enum UpdateProjectConfig: RPC {
  package static let route = RPCRoute(.identityToolkit, .patch, "v2/projects/{project}/config")

  package typealias Request = JSONValue
  package typealias Response = JSONValue
}
