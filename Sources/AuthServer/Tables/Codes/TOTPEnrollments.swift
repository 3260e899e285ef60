import Crypto
import Essentials

/// A new authenticator app secret that waits for its first code.
struct TOTPEnrollment: Record, Sendable {
  static let table: StaticString = "totp_enrollments"

  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  var project: Int64 = 0
  var account: Int64 = 0
  /// The secret that identifies the session for the client, together with the row's number.
  var sessionSecret: [UInt8] = []
  /// Nil after the factor is enrolled.
  var totp: TOTP?
  var tries = 0
  var createdAt = Date.distantPast

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("account", &account)
    try row.column("session_secret", &sessionSecret)
    try row.totp(&totp, secret: "totp_secret")
    try row.column("tries", &tries)
    try row.column("created_at", &createdAt)
  }
}

extension Row {
  /// Exchanges an authenticator app with its secret in this column.
  ///
  /// The column is null if there is none.
  mutating func totp(_ totp: inout TOTP?, secret column: StaticString) throws(StorageFailure) {
    var (secret, digits) = (totp?.secret, totp?.digits ?? 6)
    try self.column(column, &secret)
    try check(secret?.isEmpty != true, column)
    try self.column("digits", &digits, in: 6...8)
    totp = secret.map { TOTP(secret: $0, digits: digits) }
  }
}

extension Transaction {
  /// Stores a new enrollment, and returns its row.
  func insert(_ enrollment: TOTPEnrollment) throws(StorageFailure) -> Int64 {
    try connection.insert(enrollment)
  }

  func totpEnrollment(row id: Int64, project: Int64) throws(StorageFailure) -> TOTPEnrollment? {
    try connection.first(TOTPEnrollment.self, where: "id = ? AND project = ?", id, project)
  }

  func countTry(ofTOTPEnrollment id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE totp_enrollments SET tries = tries + 1 WHERE id = ?", id)
  }

  /// Marks the factor as enrolled.
  ///
  /// From now on, the factor stores the secret.
  func finish(totpEnrollment id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE totp_enrollments SET totp_secret = NULL WHERE id = ?", id)
  }
}
