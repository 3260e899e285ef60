/// The ways to store new passwords.
///
/// A stored password states its own way.
package enum PasswordHashing: String, CaseIterable, Sendable {
  /// With scrypt, which is expensive for a thief of the database.
  case scrypt = "scrypt"
  /// With one pass of SHA-256 over salt and password, for passwords that need no protection.
  case fast = "fast"
  /// In plain text, in the format that Firebase's emulator uses in place of a hash.
  case emulator = "emulator"
}
