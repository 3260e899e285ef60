import Crypto
import Essentials
import IdentityToolkit
import Synchronization

/// Turns passwords into keys: few at once, and never in a transaction, as each takes a fortieth of a second
/// and 16 MB.
final class PasswordHasher: Sendable {
  private static let atOnce = 2

  private struct State {
    var running = 0
    var waiting: [Event] = []
  }

  private let state = Mutex(State())
  private let waitingLimit: Int

  /// - Parameter waitingLimit: how many may wait for their turn; more are refused.
  init(waitingLimit: Int) {
    self.waitingLimit = waitingLimit
  }

  func key(for password: String, salt: [UInt8], _ parameters: Scrypt.Parameters) throws -> [UInt8] {
    try perform {
      try Scrypt.key(password: Array(password.utf8), salt: salt, parameters: parameters, size: 32)
    }
  }

  /// Does slow work when its turn has come.
  func perform<Value>(_ work: () throws -> Value) throws -> Value {
    try enter()
    defer { leave() }
    return try work()
  }

  private func enter() throws(ServerError) {
    let turn = try state.withLock { state throws(ServerError) -> Event? in
      if state.running < Self.atOnce {
        state.running += 1
        return nil
      }
      guard state.waiting.count < waitingLimit else {
        throw ServerError(
          .quotaExceeded, "((Too many passwords are being checked.))", httpStatus: 503,
          status: "UNAVAILABLE", reason: "backendError", retryAfter: 1)
      }
      let turn = Event()
      state.waiting.append(turn)
      return turn
    }
    turn?.wait()
  }

  /// Hands the turn to whoever has waited longest.
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
}
