import IdentityToolkit

/// The failures and delays that tests plan, for a project and its tenants.
final class FaultPlan: Sendable {
  /// Returns the names of the calls that can have a fault.
  let methods: @Sendable () -> [String]
  private let store: Store
  private let rehearsal: Rehearsal
  private let pause: @Sendable (Duration) -> Void

  /// - Parameter pause: Waits for a duration.
  init(
    store: Store, rehearsal: Rehearsal, methods: @escaping @Sendable () -> [String],
    pause: @escaping @Sendable (Duration) -> Void
  ) {
    self.store = store
    self.rehearsal = rehearsal
    self.methods = methods
    self.pause = pause
  }

  /// Returns whether a call of `method` has a fault, for calls that fail in a way of their own.
  ///
  /// Counts the fault as met.
  func fails(_ method: String, in project: String) throws -> Bool {
    try meet(method, project) != nil
  }

  /// Waits or throws, or both, as the test planned.
  func meetOrRefuse(_ method: String, in project: String) throws {
    guard let fault = try meet(method, project) else { return }
    if let delay = fault.delayMilliseconds { pause(.milliseconds(delay)) }
    guard let code = fault.code else { return }
    throw ServerError(
      ServerErrorCode(rawValue: code), "((Asked for by usher local fail.))",
      httpStatus: code.hasPrefix("INTERNAL") ? 500 : 400)
  }

  private func meet(_ method: String, _ project: String) throws -> PlannedFault? {
    guard try rehearsal.state().mayMeetFaults else { return nil }
    return try store.write { transaction in
      guard let row = try transaction.project(named: ProjectName(project: project)) else { return nil }
      return try transaction.meetFault(method, project: row.id)
    }
  }

  /// Records that a fault was stored.
  func notePlanned() throws {
    try rehearsal.note { $0.mayMeetFaults = true }
  }
}
