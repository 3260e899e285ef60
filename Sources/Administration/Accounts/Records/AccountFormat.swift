import Essentials
package import IdentityToolkit

/// Which members of an account a file has, and how.
package enum AccountFormat: String, Codable, Sendable {
  /// usher's own JSON: all members that this project can import again, for back-ups.
  case usher
  /// The JSON of `firebase auth:export`, with the members that `auth:import` takes; it refuses an account with any other.
  case firebase
  /// The CSV of `firebase auth:export` after 15.18.0.
  case csv

  /// The file's text before the first account, between two, and after the last one.
  ///
  /// Each account has a line, so that people can look into the file.
  var opening: String { self == .csv ? "" : "{\"users\": [\n" }
  var separator: String { self == .csv ? "" : ",\n" }
  var closing: String { self == .csv ? "" : "\n]}\n" }

  /// Returns the text of an account, without what stands between two.
  func text(of account: AccountRecord) -> String {
    self == .csv ? account.csvRow : account.fileObject(in: self).text
  }

  package func text(of accounts: [AccountRecord]) -> String {
    opening + accounts.map(text).joined(separator: separator) + closing
  }
}
