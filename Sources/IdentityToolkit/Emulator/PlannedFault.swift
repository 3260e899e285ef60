import HTTP

/// A refusal, a delay or both that a test asked for in advance.
package struct PlannedFault: Codable, Equatable, Sendable {
  /// The procedure that meets it, `sendVerificationCode` or `mfaSignIn:start`; or `push`, the one that never comes.
  package var method: String
  /// What the refusal says, `QUOTA_EXCEEDED` say; nil for one that is only late.
  package var code: String?
  /// How often it is met before calls succeed again; nil for always.
  package var times: Int?
  package var delayMilliseconds: Int?

  package init(method: String, code: String? = nil, times: Int? = nil, delayMilliseconds: Int? = nil) {
    self.method = method
    self.code = code
    self.times = times
    self.delayMilliseconds = delayMilliseconds
  }

  /// What is no procedure: the silent push to an app.
  package static let push = "push"
}

/// Has a project's next calls of one procedure refused, delayed or both, in place of what was planned for it before.
package enum PlanFault: RPC {
  package static let route = RPCRoute(.localServer, .post, "usher/v1/projects/{project}/faults")

  package typealias Request = PlannedFault
  package typealias Response = PlannedFault
}

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

/// Lets everything succeed again.
package enum ClearFaults: RPC {
  package static let route = RPCRoute(.localServer, .delete, "usher/v1/projects/{project}/faults")

  package typealias Request = EmptyObject
  package typealias Response = EmptyObject
}
