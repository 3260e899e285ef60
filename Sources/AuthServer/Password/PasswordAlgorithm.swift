import Crypto
import IdentityToolkit

/// The algorithm of a password hash from another system.
///
/// The order of salt and password, and the meaning of a round, follow the observed behavior of Google's service.
enum PasswordAlgorithm: Sendable, Equatable {
  case firebaseScrypt(signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int)
  case scrypt(Scrypt.Parameters, size: Int)
  case hmac(Digest.Algorithm, key: [UInt8], saltFirst: Bool)
  /// SHA.
  ///
  /// Each further round hashes the previous digest.
  case digest(Digest.Algorithm, rounds: Int, saltFirst: Bool)
  /// MD5.
  ///
  /// Each further round hashes the digest and the password. The hash is written in hexadecimal.
  case md5(rounds: Int)
  case pbkdf2(Digest.Algorithm, rounds: Int)
  case bcrypt
  case argon2(Argon2.Parameters)
  /// Not described well enough to compute it.
  ///
  /// No password matches.
  case incomplete

  /// Returns whether `password` has the hash.
  ///
  /// This is slow for some algorithms.
  func matches(_ password: String, _ stored: StoredPassword) throws -> Bool {
    let (password, hash, salt) = (Array(password.utf8), stored.hash, stored.salt)
    return ConstantTime.equal(try self.hash(of: password, salt: salt, like: hash), hash)
  }

  private func hash(of password: [UInt8], salt: [UInt8], like hash: [UInt8]) throws -> [UInt8] {
    switch self {
    case .firebaseScrypt(let signerKey, let saltSeparator, let rounds, let memoryCost):
      return try FirebaseScrypt.hash(
        password: password, salt: salt, signerKey: signerKey, saltSeparator: saltSeparator, rounds: rounds,
        memoryCost: memoryCost)
    case .scrypt(let parameters, let size):
      return try Scrypt.key(password: password, salt: salt, parameters: parameters, size: size)
    case .hmac(let digest, let key, let saltFirst):
      return try Digest.hmac(saltFirst ? salt + password : password + salt, key: key, digest)
    case .digest(let digest, let rounds, let saltFirst):
      var found = try Digest.digest(saltFirst ? salt + password : password + salt, digest)
      for _ in 1..<max(rounds, 1) { found = try Digest.digest(found, digest) }
      return found
    case .md5(let rounds):
      var found = try Digest.digest(salt + password, .md5)
      for _ in 0..<rounds { found = try Digest.digest(found + password, .md5) }
      return hash.count == found.count ? found : Array(Hex.encode(found).utf8)
    case .pbkdf2(let digest, let rounds):
      return try PBKDF2.key(password: password, salt: salt, rounds: rounds, digest, size: hash.count)
    case .bcrypt:
      // No password with a zero byte can have such a hash.
      if password.contains(0) { return [] }
      return Array(try Bcrypt.hash(password: password, like: String(decoding: hash, as: UTF8.self)).utf8)
    case .argon2(let parameters):
      return try Argon2.hash(password: password, salt: salt, parameters: parameters) ?? []
    case .incomplete:
      throw IncompleteAlgorithm()
    }
  }
}

/// The error for a hash that cannot be checked, because nobody said how it was made.
struct IncompleteAlgorithm: Error {}
