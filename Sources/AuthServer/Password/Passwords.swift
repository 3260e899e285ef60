import Crypto
import Essentials
import IdentityToolkit

/// The functions that hash and check passwords.
///
/// This is slow, so do not do it inside a transaction.
struct Passwords: Sendable {
  let call: Call

  /// Returns a new password in the form to store.
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

  /// The result of checking a password.
  enum Verdict: Sendable {
    case wrong
    case right
    /// The password is right, and should be stored in this new form: it came from another system, or gets a stronger
    /// hash.
    case rehashed(StoredPassword)

    var isRight: Bool { if case .wrong = self { false } else { true } }
  }

  /// Checks `password` against the stored one, with its own algorithm.
  ///
  /// Without a stored password, it does the same work as for one hashed here. So the time does not reveal this.
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

  /// Checks a password that was not hashed with this server's scrypt.
  ///
  /// If new passwords use scrypt, it computes that hash in any case. So the time does not reveal a fast algorithm.
  /// Otherwise, the stored hash stays unchanged.
  private func verdict(
    on password: String, for stored: StoredPassword, isRight: () throws -> Bool
  ) throws -> Verdict {
    guard call.policy.passwordHashing == .scrypt else { return try isRight() ? .right : .wrong }
    var own = try hashed(password)
    own.updatedAt = stored.updatedAt
    return try isRight() ? .rehashed(own) : .wrong
  }

  /// Returns whether `password` has the hash.
  ///
  /// If the server cannot check it, clients see a wrong password. The person who runs the server sees the reason.
  private func matches(
    _ password: String, _ stored: StoredPassword, by algorithm: PasswordAlgorithm
  ) throws -> Bool {
    do {
      return try algorithm.matches(password, stored)
    } catch CryptoError.missingLibrary(let name) {
      call.parts.notices.tell(.uncheckedPassword(reason: "checking it needs \(name), which is not installed"))
    } catch is IncompleteAlgorithm {
      call.parts.notices.tell(.uncheckedPassword(reason: "its upload does not say how it was hashed"))
    }
    return false
  }
}
