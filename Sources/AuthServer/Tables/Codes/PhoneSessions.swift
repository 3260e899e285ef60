import Essentials
import IdentityToolkit

/// A code that was sent to a number and not entered yet.
struct PhoneSession: Record, Sendable {
  static let table: StaticString = "phone_sessions"

  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  var project: Int64 = 0
  var phone = PhoneNumber(stored: 0)
  /// The secret that identifies the session for the client, together with the row's number.
  var secret: [UInt8] = []
  var code = ""
  /// Whether the number is fictional: nothing was sent, tries do not count, and success does not consume the session.
  var isFictional = false
  var tries = 0
  var createdAt = Date.distantPast
  var purpose = Purpose.firstFactor

  /// The only effect of a right code.
  enum Purpose: Sendable, Equatable {
    /// Signs in, or links the number.
    case firstFactor
    /// Enrolls the number as a second factor of the account in this row.
    case enrollment(account: Int64)
    /// Verifies the second factor in this row.
    case secondFactor(row: Int64)
  }

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("phone", &phone)
    try row.column("secret", &secret)
    try row.column("code", &code)
    try row.column("fictional", &isFictional)
    try row.column("tries", &tries)
    try row.column("created_at", &createdAt)
    try row.purpose(&purpose)
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
    try connection.insert(session)
  }

  func phoneSession(row id: Int64, project: Int64) throws(StorageFailure) -> PhoneSession? {
    try connection.first(PhoneSession.self, where: "id = ? AND project = ?", id, project)
  }

  /// Returns the sessions from `period`, oldest first.
  ///
  /// If `phone` is given, only those of this number.
  func phoneSessions(
    project: Int64, phone: PhoneNumber?, madeIn period: ClosedRange<Date>
  ) throws(StorageFailure) -> [PhoneSession] {
    let (start, end) = (period.lowerBound, period.upperBound)
    guard let phone else {
      return try connection.all(
        PhoneSession.self, where: "project = ? AND created_at BETWEEN ? AND ? ORDER BY id", project, start,
        end)
    }
    return try connection.all(
      PhoneSession.self, where: "project = ? AND phone = ? AND created_at BETWEEN ? AND ? ORDER BY id",
      project,
      phone, start, end)
  }

  func countTry(ofPhoneSession id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE phone_sessions SET tries = tries + 1 WHERE id = ?", id)
  }

  func delete(phoneSession id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_sessions WHERE id = ?", id)
  }
}
