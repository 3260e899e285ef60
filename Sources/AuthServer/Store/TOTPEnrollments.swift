import Crypto
import Essentials
import HTTP

/// An authenticator app's secret that was handed out, waiting for its first code.
struct TOTPEnrollment: Sendable, Equatable {
  /// The row; zero for one that is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var account: Int64
  /// With the row's number, what the client knows the session by.
  var sessionSecret: [UInt8]
  /// Nil when the factor is enrolled.
  var totp: TOTP?
  var tries = 0
  var createdAt: Date

  init(project: Int64, account: Int64, sessionSecret: [UInt8], totp: TOTP, createdAt: Date) {
    self.project = project
    self.account = account
    self.sessionSecret = sessionSecret
    self.totp = totp
    self.createdAt = createdAt
  }

  /// From all columns, in the order of the schema.
  fileprivate init(_ row: Row) throws(StorageFailure) {
    id = try row[0]
    project = try row[1]
    account = try row[2]
    sessionSecret = try row[3]
    totp = try row.totp(4, digits: 7)
    tries = try row[5]
    createdAt = try row[6]
  }
}

extension Row {
  /// The authenticator app whose secret is in that column; nil where there is none.
  func totp(_ column: Int32, digits: Int32) throws(StorageFailure) -> TOTP? {
    guard let secret: [UInt8] = try self[column] else { return nil }
    guard !secret.isEmpty else { throw damage(in: column) }
    let digits: Int = try self[digits]
    guard (6...8).contains(digits) else { throw damage(in: column) }
    return TOTP(secret: secret, digits: digits)
  }
}

extension Transaction {
  /// Stores a new enrolment; the row it got.
  func insert(_ enrollment: TOTPEnrollment) throws(StorageFailure) -> Int64 {
    try connection.run(
      """
      INSERT INTO totp_enrollments (project, account, session_secret, totp_secret, created_at, digits)
      VALUES (?, ?, ?, ?, ?, coalesce(?, 6))
      """,
      enrollment.project, enrollment.account, enrollment.sessionSecret, enrollment.totp?.secret,
      enrollment.createdAt, enrollment.totp?.digits)
    return connection.lastInsertedID
  }

  func totpEnrollment(row id: Int64, project: Int64) throws(StorageFailure) -> TOTPEnrollment? {
    try connection.first(
      "SELECT * FROM totp_enrollments WHERE id = ? AND project = ?", id, project, read: TOTPEnrollment.init)
  }

  func countTry(ofTOTPEnrollment id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE totp_enrollments SET tries = tries + 1 WHERE id = ?", id)
  }

  /// Notes that the factor is enrolled, which has the secret from now on.
  func finish(totpEnrollment id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE totp_enrollments SET totp_secret = NULL WHERE id = ?", id)
  }

  /// Forgets the oldest ones, few at a time, that were not made in `period`.
  func purgeTOTPEnrollments(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM totp_enrollments WHERE id IN (SELECT id FROM totp_enrollments ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }
}
