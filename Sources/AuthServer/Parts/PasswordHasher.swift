import Crypto
import IdentityToolkit
import Synchronization

/// A queue that hashes passwords: one per core at a time, and never in a transaction.
///
/// Each hash takes a fortieth of a second and 16 MB.
final class PasswordHasher: Sendable {
  private struct State {
    var running = 0
    var waiting: [Event] = []
  }

  private let state = Mutex(State())
  private let atOnce: Int
  private let waitingLimit: Int
  private let patience: Int

  /// - Parameters:
  ///   - atOnce: The number of hashes that are computed at the same time.
  ///   - waitingLimit: The number of callers that may wait. More are refused.
  ///   - patience: How many seconds each caller waits before it is refused.
  init(atOnce: Int, waitingLimit: Int, patience: Int) {
    self.atOnce = atOnce
    self.waitingLimit = waitingLimit
    self.patience = patience
  }

  func key(for password: String, salt: [UInt8], _ parameters: Scrypt.Parameters) throws -> [UInt8] {
    try perform {
      try Scrypt.key(password: Array(password.utf8), salt: salt, parameters: parameters, size: 32)
    }
  }

  /// Runs slow work when it is the caller's turn.
  func perform<Value>(_ work: () throws -> Value) throws -> Value {
    try enter()
    defer { leave() }
    return try work()
  }

  private func enter() throws(ServerError) {
    let turn = try state.withLock { state throws(ServerError) -> Event? in
      if state.running < atOnce {
        state.running += 1
        return nil
      }
      guard patience > 0, state.waiting.count < waitingLimit else { throw Self.busy }
      let turn = Event()
      state.waiting.append(turn)
      return turn
    }
    guard let turn, !turn.wait(for: .seconds(patience)) else { return }
    try state.withLock { state throws(ServerError) in
      // If the caller is not in the list any more, it got its turn at the last moment.
      guard let place = state.waiting.firstIndex(where: { $0 === turn }) else { return }
      state.waiting.remove(at: place)
      throw Self.busy
    }
  }

  /// Gives the turn to the caller that has waited longest.
  private func leave() {
    let next = state.withLock { state -> Event? in
      if state.waiting.isEmpty {
        state.running -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.signal()
  }

  private static let busy = ServerError(
    .unavailable, "((Too many passwords wait to be hashed.))", httpStatus: 503, status: "UNAVAILABLE",
    reason: "backendError", retryAfter: 1)
}
