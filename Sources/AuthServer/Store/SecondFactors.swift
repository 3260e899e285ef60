import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// What an account asks for besides a first factor.
struct SecondFactor: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case phone(PhoneNumber)
    case totp(TOTP)
  }

  /// The row; zero for one that is not stored yet.
  var id: Int64 = 0
  /// The name by which clients know it.
  var enrollmentID: String
  var displayName: String?
  var enrolledAt: Date
  var kind: Kind
  /// The latest step whose code was taken, of an authenticator app.
  var lastStep: Int64?

  init(enrollmentID: String, displayName: String?, enrolledAt: Date, kind: Kind) {
    self.enrollmentID = enrollmentID
    self.displayName = displayName
    self.enrolledAt = enrolledAt
    self.kind = kind
  }

  fileprivate init(_ row: Row) throws(StorageFailure) {
    id = try row[0]
    enrollmentID = try row[1]
    displayName = try row[2]
    enrolledAt = try row[3]
    switch (try row[4] as PhoneNumber?, try row.totp(5, digits: 7)) {
    case (let phone?, nil): kind = .phone(phone)
    case (nil, let totp?): kind = .totp(totp)
    default: throw row.damage(in: 5)
    }
    lastStep = try row[6]
  }
}

extension SecondFactor {
  var phone: PhoneNumber? {
    if case .phone(let phone) = kind { phone } else { nil }
  }

  var totp: TOTP? {
    if case .totp(let totp) = kind { totp } else { nil }
  }
}

extension Transaction {
  /// The factors of an account, oldest first.
  func secondFactors(account: Int64) throws(StorageFailure) -> [SecondFactor] {
    try connection.all(
      """
      SELECT id, enrollment_id, display_name, enrolled_at, phone, secret, last_step, digits
      FROM second_factors WHERE account = ? ORDER BY id
      """, account, read: SecondFactor.init)
  }

  /// Stores a new factor; the row it got.
  func insertSecondFactor(
    _ factor: SecondFactor, account: Int64, project: Int64
  ) throws(StorageFailure) -> Int64 {
    try connection.run(
      """
      INSERT INTO second_factors (project, account, enrollment_id, display_name, enrolled_at, phone, secret,
        last_step, digits)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce(?, 6))
      """,
      project, account, factor.enrollmentID, factor.displayName, factor.enrolledAt, factor.phone,
      factor.totp?.secret, factor.lastStep, factor.totp?.digits)
    return connection.lastInsertedID
  }

  func setLastStep(_ step: Int64, ofSecondFactor id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE second_factors SET last_step = ? WHERE id = ?", step, id)
  }

  func setDisplayName(_ name: String?, ofSecondFactor id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE second_factors SET display_name = ? WHERE id = ?", name, id)
  }

  /// Deletes a factor, and the links that would have done the same.
  func deleteSecondFactor(row id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM second_factors WHERE id = ?", id)
    try connection.run("DELETE FROM action_codes WHERE second_factor = ?", id)
  }

  /// Forgets everything about the second factors of an account.
  func deleteSecondFactors(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM second_factors WHERE account = ?", account)
    try connection.run("DELETE FROM pending_sign_ins WHERE account = ?", account)
    try connection.run("DELETE FROM totp_enrollments WHERE account = ?", account)
    try connection.run("DELETE FROM totp_failures WHERE account = ?", account)
  }

  func deleteSecondFactors(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM second_factors WHERE project = ?", project)
    try connection.run("DELETE FROM pending_sign_ins WHERE project = ?", project)
    try connection.run("DELETE FROM totp_enrollments WHERE project = ?", project)
    try connection.run("DELETE FROM totp_failures WHERE project = ?", project)
  }
}
