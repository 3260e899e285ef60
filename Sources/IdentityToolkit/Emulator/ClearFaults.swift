import HTTP

/// Lets everything succeed again.
package enum ClearFaults: RPC {
  package static let route = RPCRoute(.localServer, .delete, "usher/v1/projects/{project}/faults")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
