import Essentials
package import IdentityToolkit

/// Which members of an account a file has.
///
/// Both are forms of the JSON file of `firebase auth:export`: an object whose `users` are the accounts.
package enum AccountFormat: String, Codable, Sendable {
  /// All members that this project can import again.
  case complete
  /// The members that `firebase auth:import` takes; it refuses an account with any other.
  case firebase

  /// The file's text before the first account, between two, and after the last one.
  ///
  /// Each account has a line, so that people can look into the file.
  static let opening = "{\"users\": [\n"
  static let separator = ",\n"
  static let closing = "\n]}\n"

  /// Returns the text of a file with these accounts.
  package func text(of accounts: [AccountRecord]) -> String {
    let lines = accounts.map { $0.fileObject(in: self).text }
    return Self.opening + lines.joined(separator: Self.separator) + Self.closing
  }
}
