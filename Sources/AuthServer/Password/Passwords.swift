import Crypto

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

  /// Whether `password` is the stored one. Where there is none the same work is done, or the time it takes
  /// would tell that.
  func isRight(_ password: String, for stored: StoredPassword?) throws -> Bool {
    let key = try call.parts.passwords.key(
      for: password, salt: stored?.salt ?? [UInt8](repeating: 0, count: 16),
      stored?.parameters ?? call.policy.scrypt)
    return ConstantTime.equal(key, stored?.hash ?? []) && stored != nil
  }
}
