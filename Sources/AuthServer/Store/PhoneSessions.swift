import Essentials
import HTTP
import IdentityToolkit

/// A code that was sent to a number, waiting to be typed.
struct PhoneSession: Sendable, Equatable {
  /// The row; zero for one that is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var phone: PhoneNumber
  /// With the row's number, what the client knows the session by.
  var secret: [UInt8]
  var code: String
  /// Of a fictional number: nothing was sent, no try is counted, and a success does not use it up.
  var isFictional: Bool
  var tries = 0
  var createdAt: Date
  var purpose: Purpose

  /// What a right code does, and nothing else.
  enum Purpose: Sendable, Equatable {
    /// Signs in, or makes the number a way in.
    case firstFactor
    /// Makes the number a second factor of the account in that row.
    case enrollment(account: Int64)
    /// Is the second factor in that row.
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

  /// From all columns, in the order of the schema.
  fileprivate init(_ row: Row) throws(StorageFailure) {
    id = try row[0]
    project = try row[1]
    phone = try row[2]
    secret = try row[3]
    code = try row[4]
    isFictional = try row[5]
    tries = try row[6]
    createdAt = try row[7]
    switch (try row[8] as Int64?, try row[9] as Int64?) {
    case (let account?, nil): purpose = .enrollment(account: account)
    case (nil, let factor?): purpose = .secondFactor(row: factor)
    case (nil, nil): purpose = .firstFactor
    case (.some, .some): throw row.damage(in: 9)
    }
  }

  fileprivate var enrolling: Int64? {
    if case .enrollment(let account) = purpose { account } else { nil }
  }

  fileprivate var secondFactor: Int64? {
    if case .secondFactor(let row) = purpose { row } else { nil }
  }
}

extension Transaction {
  /// Stores a new session; the row it got. Later sessions have higher numbers.
  func insert(_ session: PhoneSession) throws(StorageFailure) -> Int64 {
    try connection.run(
      """
      INSERT INTO phone_sessions (project, phone, secret, code, fictional, created_at, enrolling,
        second_factor)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      session.project, session.phone, session.secret, session.code, session.isFictional, session.createdAt,
      session.enrolling, session.secondFactor)
    return connection.lastInsertedID
  }

  func phoneSession(row id: Int64, project: Int64) throws(StorageFailure) -> PhoneSession? {
    try connection.first(
      "SELECT * FROM phone_sessions WHERE id = ? AND project = ?", id, project, read: PhoneSession.init)
  }

  /// The sessions made in `period`, oldest first; of one number only, where one is given.
  func phoneSessions(
    project: Int64, phone: PhoneNumber?, madeIn period: ClosedRange<Date>
  ) throws(StorageFailure) -> [PhoneSession] {
    guard let phone else {
      return try connection.all(
        """
        SELECT * FROM phone_sessions WHERE project = ? AND created_at BETWEEN ? AND ? ORDER BY id
        """, project, period.lowerBound, period.upperBound, read: PhoneSession.init)
    }
    return try connection.all(
      """
      SELECT * FROM phone_sessions WHERE project = ? AND phone = ? AND created_at BETWEEN ? AND ? ORDER BY id
      """, project, phone, period.lowerBound, period.upperBound, read: PhoneSession.init)
  }

  func countTry(ofPhoneSession id: Int64) throws(StorageFailure) {
    try connection.run("UPDATE phone_sessions SET tries = tries + 1 WHERE id = ?", id)
  }

  func delete(phoneSession id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_sessions WHERE id = ?", id)
  }

  /// Forgets the oldest sessions, few at a time, that were not made in `period`.
  ///
  /// Called whenever one is made, so that they go faster than they come and no request waits for many.
  func purgePhoneSessions(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM phone_sessions WHERE id IN (SELECT id FROM phone_sessions ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }

  func deletePhoneSessions(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM phone_sessions WHERE project = ?", project)
  }
}
