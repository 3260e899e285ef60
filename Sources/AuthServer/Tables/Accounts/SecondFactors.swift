import Crypto
import Essentials
import IdentityToolkit

struct SecondFactor: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case phone(PhoneNumber)
    case totp(TOTP)
  }

  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  /// The ID by which clients know it.
  var enrollmentID: String
  var displayName: String?
  var enrolledAt: Date
  var kind: Kind
  /// For an authenticator app: the latest time step whose code was accepted.
  var lastStep: Int64?

  var phone: PhoneNumber? {
    if case .phone(let phone) = kind { phone } else { nil }
  }

  var totp: TOTP? {
    if case .totp(let totp) = kind { totp } else { nil }
  }
}

struct SecondFactorRow: Record {
  static let table: StaticString = "second_factors"

  var project: Int64 = 0
  var account: Int64 = 0
  var factor = SecondFactor(
    enrollmentID: "", displayName: nil, enrolledAt: .distantPast, kind: .phone(PhoneNumber(stored: 0)))

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &factor.id, .id)
    try row.column("project", &project)
    try row.column("account", &account)
    try row.column("enrollment_id", &factor.enrollmentID)
    try row.column("display_name", &factor.displayName)
    try row.column("enrolled_at", &factor.enrolledAt)
    try row.kind(&factor.kind)
    try row.column("last_step", &factor.lastStep)
  }
}

extension Row {
  /// Exchanges the kind: a number, or an authenticator app's secret and digits.
  fileprivate mutating func kind(_ kind: inout SecondFactor.Kind) throws(StorageFailure) {
    var (phone, totp): (PhoneNumber?, TOTP?) =
      switch kind {
      case .phone(let phone): (phone, nil)
      case .totp(let totp): (nil, totp)
      }
    try column("phone", &phone)
    try self.totp(&totp, secret: "secret")
    try check((phone == nil) != (totp == nil), "secret")
    if let phone { kind = .phone(phone) } else if let totp { kind = .totp(totp) }
  }
}

extension Transaction {
  /// Returns the factors of an account, oldest first.
  func secondFactors(account: Int64) throws(StorageFailure) -> [SecondFactor] {
    try connection.all(SecondFactorRow.self, where: "account = ? ORDER BY id", account).map(\.factor)
  }

  /// Returns the factors of the accounts, by the row of their account, oldest first.
  func secondFactors(of accounts: [Account]) throws(StorageFailure) -> [Int64: [SecondFactor]] {
    let rows = try connection.all(
      SecondFactorRow.self, where: "account IN (SELECT value FROM json_each(?)) ORDER BY id",
      accounts.rowList)
    return Dictionary(grouping: rows, by: \.account).mapValues { $0.map(\.factor) }
  }

  /// Stores a new factor, and returns its row.
  func insertSecondFactor(
    _ factor: SecondFactor, account: Int64, project: Int64
  ) throws(StorageFailure) -> Int64 {
    try connection.insert(SecondFactorRow(project: project, account: account, factor: factor))
  }

  func setLastStep(_ step: Int64, ofSecondFactor id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE second_factors SET last_step = ? WHERE id = ?", step, id)
  }

  func setDisplayName(_ name: String?, ofSecondFactor id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE second_factors SET display_name = ? WHERE id = ?", name, id)
  }

  /// Deletes a factor, and the links that would unenroll it.
  func deleteSecondFactor(row id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM second_factors WHERE id = ?", id)
    try connection.run("DELETE FROM action_codes WHERE second_factor = ?", id)
  }

  /// Deletes all data about an account's second factors.
  ///
  /// Its pending sign-ins stay, so they can be distinguished from forged ones.
  func deleteSecondFactors(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM second_factors WHERE account = ?", account)
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
