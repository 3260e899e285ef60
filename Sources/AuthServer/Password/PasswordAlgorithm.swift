import Crypto
import Essentials
import IdentityToolkit

/// How another system hashed a password.
///
/// What comes first, salt or password, and what a round is, as Google's service was seen to have it.
enum PasswordAlgorithm: Sendable, Equatable {
  case firebaseScrypt(signerKey: [UInt8], saltSeparator: [UInt8], rounds: Int, memoryCost: Int)
  case scrypt(Scrypt.Parameters, size: Int)
  case hmac(Digest.Algorithm, key: [UInt8], saltFirst: Bool)
  /// SHA, of its own digest again in each further round.
  case digest(Digest.Algorithm, rounds: Int, saltFirst: Bool)
  /// Of the digest and the password in each further round; the hash is written in hexadecimal.
  case md5(rounds: Int)
  case pbkdf2(Digest.Algorithm, rounds: Int)
  case bcrypt
  /// Kept for those who can compute it.
  case argon2

  /// Whether `password` has the hash. Slow work, for some of them.
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
      // No password with a zero in it ever got such a hash.
      if password.contains(0) { return [] }
      return Array(try Bcrypt.hash(password: password, like: String(decoding: hash, as: UTF8.self)).utf8)
    case .argon2:
      throw UncheckedHash()
    }
  }
}

/// A hash of an algorithm that is not computed here.
struct UncheckedHash: Error {}
