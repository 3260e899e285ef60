import Crypto
import Essentials
import IdentityToolkit

/// Passwords as they are kept, and whether one is right. Slow work, which must not be done inside a transaction.
struct Passwords: Sendable {
  private let call: Call

  init(_ call: Call) {
    self.call = call
  }

  /// A new password for the store.
  func hashed(_ password: String) throws -> StoredPassword {
    switch call.policy.passwordHashing {
    case .scrypt:
      let (salt, parameters) = (try call.random.bytes(16), call.policy.scrypt)
      return StoredPassword(
        hash: try call.parts.passwords.key(for: password, salt: salt, parameters), salt: salt,
        algorithm: .scrypt(parameters), updatedAt: call.now)
    case .fast:
      return StoredPassword(fast: password.utf8, salt: try call.random.bytes(16), updatedAt: call.now)
    case .emulator:
      return StoredPassword(readable: password, salt: try call.random.readableSalt(), updatedAt: call.now)
    }
  }

  /// What came out of a look at a password.
  enum Verdict: Sendable {
    case wrong
    case right
    /// Right, and to be stored in this form from now on: it was another system's, or is worth more so.
    case rehashed(StoredPassword)

    var isRight: Bool { if case .wrong = self { false } else { true } }
  }

  /// Whether `password` is the stored one, as that was hashed. Where there is none the same work is done as for one
  /// that was hashed here, or the time it takes would tell that.
  func verdict(on password: String, for stored: StoredPassword?) throws -> Verdict {
    guard let stored else {
      _ = try hashed(password)
      return .wrong
    }
    switch stored.algorithm {
    case .scrypt(let parameters):
      let key = try call.parts.passwords.key(for: password, salt: stored.salt, parameters)
      return ConstantTime.equal(key, stored.hash) ? .right : .wrong
    case .readable:
      let salt = String(decoding: stored.salt, as: UTF8.self)
      let given = StoredPassword(readable: password, salt: salt, updatedAt: stored.updatedAt)
      return try verdict(on: password, for: stored) { ConstantTime.equal(given.hash, stored.hash) }
    case .fast:
      return try verdict(on: password, for: stored) {
        ConstantTime.equal(Digest.sha256(stored.salt + password.utf8), stored.hash)
      }
    case .described(let parameters):
      guard let algorithm = try? JSONValue(json: parameters).map(PasswordAlgorithm.init),
        algorithm.accepts(hash: stored.hash, salt: stored.salt)
      else { throw StorageFailure.damaged(path: call.store.path, column: "accounts.password_algorithm") }
      return try verdict(on: password, for: stored) {
        try call.parts.passwords.perform { try matches(password, stored, by: algorithm) }
      }
    }
  }

  /// What comes of a password that was not hashed by scrypt here. Where new ones are, its own hash is computed in any
  /// case, so that a quick algorithm does not show; elsewhere it stays as it is.
  private func verdict(
    on password: String, for stored: StoredPassword, isRight: () throws -> Bool
  ) throws -> Verdict {
    guard call.policy.passwordHashing == .scrypt else { return try isRight() ? .right : .wrong }
    var own = try hashed(password)
    own.updatedAt = stored.updatedAt
    return try isRight() ? .rehashed(own) : .wrong
  }

  /// Whether `password` has the hash. One that cannot be checked here is a wrong one to strangers; whoever runs the
  /// server is told why.
  private func matches(
    _ password: String, _ stored: StoredPassword, by algorithm: PasswordAlgorithm
  ) throws -> Bool {
    do {
      return try algorithm.matches(password, stored)
    } catch CryptoError.missingLibrary(let name) {
      call.parts.notices.tell(.uncheckedPassword(reason: "checking it needs \(name), which is not installed"))
    } catch is UncheckedHash {
      call.parts.notices.tell(.uncheckedPassword(reason: "ARGON2 is not computed here"))
    }
    return false
  }
}
