import HTTP

/// Has a project's next calls of one procedure refused, delayed or both, in place of what was planned for it before.
package enum PlanFault: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/faults")

  package typealias Request = PlannedFault
  package typealias Response = PlannedFault
}
