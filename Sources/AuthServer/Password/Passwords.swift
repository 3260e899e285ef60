import Crypto
import Essentials
import IdentityToolkit

/// Passwords as keys. Slow work, which must not be done inside a transaction.
struct Passwords: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// A new password for the store.
  func hashed(_ password: String) throws -> StoredPassword {
    let (salt, parameters) = (try call.random.bytes(16), call.policy.scrypt)
    return StoredPassword(
      hash: try call.parts.passwords.key(for: password, salt: salt, parameters), salt: salt,
      parameters: parameters, updatedAt: call.now)
  }

  /// What came out of a look at a password.
  enum Verdict: Sendable {
    case wrong
    case right
    /// Right, and to be stored in this form from now on: it was another system's.
    case rehashed(StoredPassword)

    var isRight: Bool { if case .wrong = self { false } else { true } }
  }

  /// Whether `password` is the stored one. Where there is none the same work is done, or the time it takes
  /// would tell that.
  func verdict(on password: String, for stored: StoredPassword?) throws -> Verdict {
    if let stored, case .uploaded(let parameters) = stored.algorithm {
      return try verdict(on: password, for: stored, parameters)
    }
    var (salt, parameters) = ([UInt8](repeating: 0, count: 16), call.policy.scrypt)
    if let stored, case .scrypt(let own) = stored.algorithm { (salt, parameters) = (stored.salt, own) }
    let key = try call.parts.passwords.key(for: password, salt: salt, parameters)
    return ConstantTime.equal(key, stored?.hash ?? []) && stored != nil ? .right : .wrong
  }

  /// The server's own hash is computed in any case, so that a quick algorithm does not show.
  private func verdict(
    on password: String, for stored: StoredPassword, _ parameters: String
  ) throws -> Verdict {
    guard let algorithm = try? JSONValue(json: parameters).map(PasswordAlgorithm.init),
      algorithm.accepts(hash: stored.hash, salt: stored.salt)
    else { throw StorageFailure.damaged(path: call.store.path, column: "accounts.password_algorithm") }
    var own = try hashed(password)
    own.updatedAt = stored.updatedAt
    do {
      return try call.parts.passwords.perform { try algorithm.matches(password, stored) }
        ? .rehashed(own) : .wrong
    } catch CryptoError.missingLibrary(let name) {
      throw ServerError(
        .operationNotAllowed, "((Checking this password needs \(name), which is not installed.))")
    }
  }
}
