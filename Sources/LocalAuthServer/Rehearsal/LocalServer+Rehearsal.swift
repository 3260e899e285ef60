import AuthClient
import IdentityToolkit

extension LocalServer {
  /// Has the next calls of a procedure refused, in place of what was planned for it before.
  ///
  /// - Parameters:
  ///   - procedure: What is called.
  ///   - code: What the refusal says: `QUOTA_EXCEEDED`, `TOO_MANY_ATTEMPTS_TRY_LATER`, `INTERNAL_ERROR`.
  ///   - times: How often, before calls succeed again; nil is always.
  ///   - delay: How late the refusal comes; ten minutes at most.
  /// - Throws: ``LocalServerError/refused(code:message:)`` of `INVALID_ARGUMENT` for what cannot be planned.
  public func fail(
    _ procedure: Procedure, with code: String, times: Int? = 1, after delay: Duration? = nil
  ) throws(LocalServerError) {
    try plan(
      PlannedFault(
        method: procedure.rawValue, code: code, times: times, delayMilliseconds: delay?.wholeMilliseconds))
  }

  /// Has the next calls of a procedure answered late, in place of what was planned for it before.
  ///
  /// The wait is one of real time, whatever clock the server has, and on the caller's thread: a client's own, or one of
  /// the port's. It ends with ``stop()``. The wait of a client that ``auth(tenantID:)`` made ends with the call's task, too.
  /// - Parameters:
  ///   - procedure: What is called.
  ///   - duration: Ten minutes at most.
  ///   - times: How often, before calls are answered at once again; nil is always.
  /// - Throws: ``LocalServerError/refused(code:message:)`` of `INVALID_ARGUMENT` for what cannot be planned.
  public func delay(
    _ procedure: Procedure, by duration: Duration, times: Int? = 1
  ) throws(LocalServerError) {
    try plan(
      PlannedFault(method: procedure.rawValue, times: times, delayMilliseconds: duration.wholeMilliseconds))
  }

  /// Forgets all that ``fail(_:with:times:after:)`` and ``delay(_:by:times:)`` planned.
  public func clearFaults() throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.clearFaults() }
  }

  /// How many procedures have a fault that is still to be met.
  public var plannedFaultCount: Int {
    get throws(LocalServerError) {
      try administered { server throws(AuthFailure) in try server.plannedFaults().count }
    }
  }

  private func plan(_ fault: PlannedFault) throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.plan(fault) }
  }

  /// Ends codes, links, pending sign-ins or sessions now, as if their time had passed.
  ///
  /// - Parameters:
  ///   - what: What is ended.
  ///   - person: A number, an address or, for sessions, a uid; nil for everybody's.
  /// - Returns: How many of them.
  @discardableResult
  public func expire(_ what: Expirable, of person: String? = nil) throws(LocalServerError) -> Int {
    try administered { server throws(AuthFailure) in try server.expire(what.subject, of: person) }
  }
}

extension Duration {
  /// What is beyond a day either way stays beyond it, and is refused.
  fileprivate var wholeMilliseconds: Int {
    Int((min(max(self, .seconds(-86_400)), .seconds(86_400)) / .milliseconds(1)).rounded(.up))
  }
}
