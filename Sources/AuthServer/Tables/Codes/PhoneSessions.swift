import Essentials
import IdentityToolkit

/// A code that was sent to a number and not entered yet.
struct PhoneSession: Sendable, Equatable {
  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var phone: PhoneNumber
  /// The secret that identifies the session for the client, together with the row's number.
  var secret: [UInt8]
  var code: String
  /// Whether the number is fictional: nothing was sent, tries do not count, and success does not consume the session.
  var isFictional: Bool
  var tries = 0
  var createdAt: Date
  var purpose: Purpose

  /// The only effect of a right code.
  enum Purpose: Sendable, Equatable {
    /// Signs in, or links the number.
    case firstFactor
    /// Enrolls the number as a second factor of the account in this row.
    case enrollment(account: Int64)
    /// Verifies the second factor in this row.
    case secondFactor(row: Int64)
  }

  init(
    project: Int64, phone: PhoneNumber, secret: [UInt8], code: String, isFictional: Bool, createdAt: Date,
    purpose: Purpose = .firstFactor
  ) {
    self.project = project
    self.phone = phone
    self.secret = secret
    self.code = code
    self.isFictional = isFictional
    self.createdAt = createdAt
    self.purpose = purpose
  }
}

/// A row of `phone_sessions`.
private struct PhoneSessionRow: Record {
  static let table: StaticString = "phone_sessions"

  var session = PhoneSession(
    project: 0, phone: PhoneNumber(stored: 0), secret: [], code: "", isFictional: false,
    createdAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &session.id, .id)
    try row.column("project", &session.project)
    try row.column("phone", &session.phone)
    try row.column("secret", &session.secret)
    try row.column("code", &session.code)
    try row.column("fictional", &session.isFictional)
    try row.column("tries", &session.tries)
    try row.column("created_at", &session.createdAt)
    try row.purpose(&session.purpose)
  }
}

extension Row {
  /// Exchanges the account to enroll the number for, or the factor's row.
  ///
  /// Both are null otherwise.
  fileprivate mutating func purpose(_ purpose: inout PhoneSession.Purpose) throws(StorageFailure) {
    var (account, factor): (Int64?, Int64?) =
      switch purpose {
      case .firstFactor: (nil, nil)
      case .enrollment(let account): (account, nil)
      case .secondFactor(let row): (nil, row)
      }
    try column("enrolling", &account)
    try column("second_factor", &factor)
    try check(account == nil || factor == nil, "second_factor")
    purpose =
      account.map { .enrollment(account: $0) } ?? factor.map { .secondFactor(row: $0) } ?? .firstFactor
  }
}

extension Transaction {
  /// Stores a new session, and returns its row.
  ///
  /// Later sessions have higher numbers.
  func insert(_ session: PhoneSession) throws(StorageFailure) -> Int64 {
    try connection.insert(PhoneSessionRow(session: session))
  }

  func phoneSession(row id: Int64, project: Int64) throws(StorageFailure) -> PhoneSession? {
    try connection.first(PhoneSessionRow.self, where: "id = ? AND project = ?", id, project)?.session
  }

  /// Returns the sessions from `period`, oldest first.
  ///
  /// If `phone` is given, only those of this number.
  func phoneSessions(
    project: Int64, phone: PhoneNumber?, madeIn period: ClosedRange<Date>
  ) throws(StorageFailure) -> [PhoneSession] {
    let (start, end) = (period.lowerBound, period.upperBound)
    let rows =
      if let phone {
        try connection.all(
          PhoneSessionRow.self, where: "project = ? AND phone = ? AND created_at BETWEEN ? AND ? ORDER BY id",
          project, phone, start, end)
      } else {
        try connection.all(
          PhoneSessionRow.self, where: "project = ? AND created_at BETWEEN ? AND ? ORDER BY id", project,
          start, end)
      }
    return rows.map(\.session)
  }

  func countTry(ofPhoneSession id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE phone_sessions SET tries = tries + 1 WHERE id = ?", id)
  }

  func delete(phoneSession id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_sessions WHERE id = ?", id)
  }

  /// Deletes the oldest sessions from before `period`, a few at a time.
  func purgePhoneSessions(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(PhoneSessionRow.self, madeBefore: period)
  }

  func deletePhoneSessions(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_sessions WHERE project = ?", project)
  }
}
