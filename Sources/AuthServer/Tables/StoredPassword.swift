import Crypto
import Essentials

/// A password as the store keeps it.
struct StoredPassword: Sendable, Equatable {
  enum Algorithm: Sendable, Equatable {
    /// The server's own.
    case scrypt(Scrypt.Parameters)
    /// Another system's, as an upload describes it, JSON. The first sign-in makes it the server's own.
    case uploaded(String)
  }

  var hash: [UInt8]
  var salt: [UInt8]
  var algorithm: Algorithm
  var updatedAt: Date

  init(hash: [UInt8], salt: [UInt8], algorithm: Algorithm, updatedAt: Date) {
    self.hash = hash
    self.salt = salt
    self.algorithm = algorithm
    self.updatedAt = updatedAt
  }

  init(hash: [UInt8], salt: [UInt8], parameters: Scrypt.Parameters, updatedAt: Date) {
    self.init(hash: hash, salt: salt, algorithm: .scrypt(parameters), updatedAt: updatedAt)
  }
}
