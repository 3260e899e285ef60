/// An error that stopped an import.
package enum AccountImportError: Error, Equatable, Sendable {
  /// Nothing says how this account's password was hashed. Nothing was uploaded.
  case unexplainedHash(index: Int, uid: String?)
  /// The caller did not want to go on.
  case interrupted
}
