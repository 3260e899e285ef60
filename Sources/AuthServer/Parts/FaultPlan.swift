import Essentials
import IdentityToolkit

/// The refusals and delays that tests ask for in advance, in a project and its tenants.
final class FaultPlan: Sendable {
  /// The names of the calls that can meet one.
  let methods: @Sendable () -> [String]
  private let store: Store
  private let rehearsal: Rehearsal
  private let pause: @Sendable (Duration) -> Void

  /// - Parameter pause: waits.
  init(
    store: Store, rehearsal: Rehearsal, methods: @escaping @Sendable () -> [String],
    pause: @escaping @Sendable (Duration) -> Void
  ) {
    self.store = store
    self.rehearsal = rehearsal
    self.methods = methods
    self.pause = pause
  }

  /// Whether a call of `method` meets a fault that only makes it fail in a way of its own. Counts it as met.
  func fails(_ method: String, in project: String) throws -> Bool {
    try meet(method, project) != nil
  }

  /// Waits, or refuses the call, or both, as was asked for.
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

  /// To be called when the store got a fault.
  func notePlanned() throws {
    try rehearsal.note { $0.mayMeetFaults = true }
  }
}
