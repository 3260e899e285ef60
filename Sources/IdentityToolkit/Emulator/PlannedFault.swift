import HTTP

/// A failure, a delay or both that a test has planned.
package struct PlannedFault: Codable, Equatable, Sendable {
  /// The procedure, such as `sendVerificationCode` or `mfaSignIn:start`, or `push` for a push that never comes.
  package var method: String
  /// The error code, such as `QUOTA_EXCEEDED`, or nil for a delay only.
  package var code: String?
  /// How many calls meet it before calls succeed again.
  ///
  /// Nil means all.
  package var times: Int?
  package var delayMilliseconds: Int?

  package init(method: String, code: String? = nil, times: Int? = nil, delayMilliseconds: Int? = nil) {
    self.method = method
    self.code = code
    self.times = times
    self.delayMilliseconds = delayMilliseconds
  }

  /// The name for the silent push to an app, which is not a procedure.
  package static let push = "push"
}

/// The RPC that makes a project's next calls of a procedure fail or delays them.
///
/// This replaces its earlier plan.
package enum PlanFault: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/faults")

  package typealias Request = PlannedFault
  package typealias Response = PlannedFault
}

/// The RPC that lists the faults that no call has met yet.
package enum ListFaults: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/faults")

  package struct Response: Codable, Equatable, Sendable {
    package var faults: [PlannedFault]

    package init(faults: [PlannedFault]) {
      self.faults = faults
    }
  }
}

package enum ClearFaults: RPC {
  package static let route = RPCRoute(.localServer, .delete, "usher/v1/projects/{project}/faults")
}
