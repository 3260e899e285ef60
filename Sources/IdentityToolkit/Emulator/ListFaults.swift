import HTTP

/// The faults that are still to be met.
package enum ListFaults: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/faults")

  package typealias Request = EmptyObject

  package struct Response: Codable, Equatable, Sendable {
    package var faults: [PlannedFault]

    package init(faults: [PlannedFault]) {
      self.faults = faults
    }
  }
}
