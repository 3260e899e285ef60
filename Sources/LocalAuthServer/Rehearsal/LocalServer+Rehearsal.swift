import AuthClient
import IdentityToolkit

extension LocalServer {
  /// Makes the next calls of a procedure fail.
  ///
  /// This replaces an earlier plan for the procedure.
  ///
  /// - Parameters:
  ///   - procedure: The procedure that fails.
  ///   - code: The error code: `QUOTA_EXCEEDED`, `TOO_MANY_ATTEMPTS_TRY_LATER`, `INTERNAL_ERROR`.
  ///   - times: How many calls fail before calls succeed again. Nil means all.
  ///   - delay: The time until the error is sent, ten minutes at most.
  /// - Throws: ``LocalServerError/refused(code:message:)`` with `INVALID_ARGUMENT` if the values are not valid.
  public func fail(
    _ procedure: Procedure, with code: String, times: Int? = 1, after delay: Duration? = nil
  ) throws(LocalServerError) {
    try plan(
      PlannedFault(
        method: procedure.rawValue, code: code, times: times, delayMilliseconds: delay?.wholeMilliseconds))
  }

  /// Delays the answers to the next calls of a procedure.
  ///
  /// This replaces an earlier plan for the procedure.
  ///
  /// The delay is in real time, whatever clock the server uses. It blocks the caller's thread: a client's own, or a
  /// thread of the port. ``stop()`` ends it. If ``auth(tenantID:)`` made the client, cancelling the task ends it too.
  /// - Parameters:
  ///   - procedure: The procedure to delay.
  ///   - duration: The delay, ten minutes at most.
  ///   - times: How many calls are delayed before calls are answered at once again. Nil means all.
  /// - Throws: ``LocalServerError/refused(code:message:)`` with `INVALID_ARGUMENT` if the values are not valid.
  public func delay(
    _ procedure: Procedure, by duration: Duration, times: Int? = 1
  ) throws(LocalServerError) {
    try plan(
      PlannedFault(method: procedure.rawValue, times: times, delayMilliseconds: duration.wholeMilliseconds))
  }

  /// Removes all plans of ``fail(_:with:times:after:)`` and ``delay(_:by:times:)``.
  public func clearFaults() throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.clearFaults() }
  }

  /// The number of procedures with a planned fault that no call has met yet.
  public var plannedFaultCount: Int {
    get throws(LocalServerError) {
      try administered { server throws(AuthFailure) in try server.plannedFaults().count }
    }
  }

  private func plan(_ fault: PlannedFault) throws(LocalServerError) {
    try administered { server throws(AuthFailure) in try server.plan(fault) }
  }

  /// Ends codes, links, pending sign-ins or sessions now, as if they had expired.
  ///
  /// - Parameters:
  ///   - what: The things to end.
  ///   - person: A number, an address or, for sessions, a uid. Nil means everybody.
  /// - Returns: How many were ended.
  @discardableResult
  public func expire(_ what: Expirable, of person: String? = nil) throws(LocalServerError) -> Int {
    try administered { server throws(AuthFailure) in try server.expire(what.subject, of: person) }
  }
}

extension Duration {
  /// Limits the duration to a day in both directions.
  ///
  /// The server refuses such values.
  fileprivate var wholeMilliseconds: Int {
    Int((min(max(self, .seconds(-86_400)), .seconds(86_400)) / .milliseconds(1)).rounded(.up))
  }
}
