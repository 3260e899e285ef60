/// How new passwords are kept. One that is there already says itself how it was.
package enum PasswordHashing: String, CaseIterable, Sendable {
  /// By scrypt, which a thief of the database has to work against.
  case scrypt = "scrypt"
  /// By one pass of SHA-256 over salt and password: for passwords that are worth nothing.
  case fast = "fast"
  /// As they are, in the text that Firebase's emulator has for a hash.
  case emulator = "emulator"
}
