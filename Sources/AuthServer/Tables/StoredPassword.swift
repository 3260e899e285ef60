import Crypto
import Essentials

/// A password as the store keeps it.
struct StoredPassword: Sendable, Equatable {
  var hash: [UInt8]
  var salt: [UInt8]
  var parameters: Scrypt.Parameters
  var updatedAt: Date
}
