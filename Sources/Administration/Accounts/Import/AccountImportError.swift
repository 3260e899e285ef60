package enum AccountImportError: Error, Equatable, Sendable {
  /// Nothing says how this account's password was hashed. Nothing was uploaded.
  case unexplainedHash(index: Int, uid: String?)
  /// No hash that was given belongs to an account of the file. Nothing was uploaded.
  case strangeHashes
  /// The caller did not want to go on.
  case interrupted
}
