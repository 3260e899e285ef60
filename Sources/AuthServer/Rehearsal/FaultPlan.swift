import Essentials
import IdentityToolkit
import Synchronization

/// The refusals and delays that tests ask for in advance, in a project and its tenants.
final class FaultPlan: Sendable {
  private let store: Store
  private let pause: @Sendable (Duration) -> Void
  /// Whether anything may be planned; nil until the store was asked. Where nothing is, a call costs no more.
  private let mayBePlanned = Mutex<Bool?>(nil)

  /// - Parameter pause: waits.
  init(store: Store, pause: @escaping @Sendable (Duration) -> Void) {
    self.store = store
    self.pause = pause
  }

  /// Whether a call of `method` meets a fault that only makes it fail in a way of its own. Counts it as met.
  func fails(_ method: String, in call: Call) throws -> Bool {
    try meet(method, call) != nil
  }

  /// Waits, or refuses the call, or both, as was asked for.
  func meetOrRefuse(_ method: String, in call: Call) throws {
    guard let fault = try meet(method, call) else { return }
    if let delay = fault.delayMilliseconds { pause(.milliseconds(delay)) }
    guard let code = fault.code else { return }
    throw ServerError(
      ServerErrorCode(rawValue: code), "((Asked for by usher local fail.))",
      httpStatus: code.hasPrefix("INTERNAL") ? 500 : 400)
  }

  private func meet(_ method: String, _ call: Call) throws -> PlannedFault? {
    guard try mayMeet() else { return nil }
    return try store.write { transaction in
      try transaction.meetFault(method, project: call.appProject(in: transaction))
    }
  }

  func plan(_ fault: PlannedFault, for call: Call) throws {
    try store.write { transaction in
      try transaction.store(fault, project: call.withoutTenant.storedProject(in: transaction).id)
    }
    mayBePlanned.withLock { $0 = true }
  }

  private func mayMeet() throws -> Bool {
    if let known = mayBePlanned.withLock({ $0 }) { return known }
    let found = try store.read { transaction in try transaction.hasFaults() }
    mayBePlanned.withLock { known in if known == nil { known = found } }
    return found
  }
}
