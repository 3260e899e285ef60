import Crypto
import Essentials
import HTTP
import IdentityToolkit

/// A one-time code that a mailed link carries ("out-of-band code").
struct ActionCode: Sendable, Equatable {
  /// The row; zero for one that is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var code: String
  var link: String
  var requestType: OobRequestType
  /// The account's address at the time; of a sign-in link, the one it was sent to.
  var email: EmailAddress
  var newEmail: EmailAddress?
  /// The account it is for; nil for a sign-in link to an address that nobody has, which makes one.
  var account: Int64?
  /// The row of the second factor that it takes off again.
  var secondFactor: Int64?
  var createdAt: Date

  init(
    project: Int64, code: String, link: String, requestType: OobRequestType, email: EmailAddress,
    newEmail: EmailAddress? = nil, account: Int64? = nil, secondFactor: Int64? = nil, createdAt: Date
  ) {
    self.project = project
    self.code = code
    self.link = link
    self.requestType = requestType
    self.email = email
    self.newEmail = newEmail
    self.account = account
    self.secondFactor = secondFactor
    self.createdAt = createdAt
  }

  fileprivate init(_ row: Row) throws(StorageFailure) {
    id = try row[0]
    project = try row[1]
    code = try row[2]
    link = try row[3]
    requestType = OobRequestType(rawValue: try row[4])
    email = try row[5]
    newEmail = try row[6]
    account = try row[7]
    createdAt = try row[8]
    secondFactor = try row[9]
  }
}

extension Transaction {
  /// Stores a new code; the row it got.
  @discardableResult
  func insert(_ code: ActionCode) throws(StorageFailure) -> Int64 {
    try connection.run(
      """
      INSERT INTO action_codes (project, hash, code, link, request_type, email, new_email, account,
        second_factor, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      code.project, Digest.sha256(code.code.utf8), code.code, code.link, code.requestType.rawValue,
      code.email, code.newEmail, code.account, code.secondFactor, code.createdAt)
    return connection.lastInsertedID
  }

  func actionCode(_ code: String, project: Int64) throws(StorageFailure) -> ActionCode? {
    try connection.first(
      """
      SELECT id, project, code, link, request_type, email, new_email, account, created_at, second_factor
      FROM action_codes WHERE hash = ? AND project = ?
      """, Digest.sha256(code.utf8), project, read: ActionCode.init)
  }

  /// The codes, oldest first.
  func actionCodes(project: Int64) throws(StorageFailure) -> [ActionCode] {
    try connection.all(
      """
      SELECT id, project, code, link, request_type, email, new_email, account, created_at, second_factor
      FROM action_codes WHERE project = ? ORDER BY id
      """, project, read: ActionCode.init)
  }

  /// The name of the project that a code belongs to: a link names none.
  func projectName(ofActionCode code: String) throws(StorageFailure) -> String? {
    try connection.value(
      "SELECT name FROM projects WHERE id = (SELECT project FROM action_codes WHERE hash = ?)",
      Digest.sha256(code.utf8))
  }

  func delete(actionCode id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM action_codes WHERE id = ?", id)
  }

  func deleteActionCodes(
    _ requestType: OobRequestType, to email: EmailAddress, project: Int64
  ) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM action_codes WHERE project = ? AND email = ? AND request_type = ?", project, email,
      requestType.rawValue)
  }

  /// Forgets the codes of an account; the ways back to an earlier address only where told to, and never those
  /// that take off a second factor, which go with it, nor those that sign in, which prove who reads the mail.
  func deleteActionCodes(
    account: Int64, includingRecovery: Bool = false
  ) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM action_codes WHERE account = ? AND second_factor IS NULL
        AND request_type <> 'EMAIL_SIGNIN' AND (? OR request_type <> 'RECOVER_EMAIL')
      """, account, includingRecovery)
  }

  /// Forgets the oldest codes, few at a time, that were not made in `period`.
  func purgeActionCodes(notMadeIn period: ClosedRange<Date>) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM action_codes WHERE id IN (SELECT id FROM action_codes ORDER BY id LIMIT 2)
        AND created_at NOT BETWEEN ? AND ?
      """, period.lowerBound, period.upperBound)
  }

  func deleteActionCodes(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM action_codes WHERE project = ?", project)
  }
}
