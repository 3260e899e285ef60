import Crypto
import Essentials
import IdentityToolkit

/// A password as the store keeps it.
struct StoredPassword: Sendable, Equatable {
  enum Algorithm: Sendable, Equatable {
    /// The server's own.
    case scrypt(Scrypt.Parameters)
    /// Any other, as an upload describes it, JSON.
    case described(String)
    /// None: the hash is the text that Firebase's emulator writes for one, which holds the password, and the salt is
    /// text, too.
    case readable

    /// SHA-256 of salt and password, once.
    static let fast = described(fastParameters.text)
    private static let fastParameters: JSONValue = [
      "hashAlgorithm": .string(HashAlgorithm.sha256.rawValue), "rounds": 1,
    ]
  }

  var hash: [UInt8]
  var salt: [UInt8]
  var algorithm: Algorithm
  var updatedAt: Date
}

extension StoredPassword {
  /// The password's hash by one pass of SHA-256.
  init(fast password: some Sequence<UInt8>, salt: [UInt8], updatedAt: Date) {
    self.init(hash: Digest.sha256(salt + password), salt: salt, algorithm: .fast, updatedAt: updatedAt)
  }

  /// The password as Firebase's emulator keeps it.
  init(readable password: String, salt: String, updatedAt: Date) {
    self.init(
      hash: Array((Self.readablePrefix(salt: salt) + password).utf8), salt: Array(salt.utf8),
      algorithm: .readable, updatedAt: updatedAt)
  }

  /// What a text of Firebase's emulator begins with, before the password.
  static func readablePrefix(salt: String) -> String { "fakeHash:salt=\(salt):password=" }
}
