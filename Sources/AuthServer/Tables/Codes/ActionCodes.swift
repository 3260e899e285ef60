import Crypto
import Essentials
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
  /// The row of the second factor that it unenrolls again.
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
}

/// A row of `action_codes`.
private struct ActionCodeRow: Record {
  static let table: StaticString = "action_codes"

  var code = ActionCode(
    project: 0, code: "", link: "", requestType: .emailSignIn, email: EmailAddress(stored: ""),
    createdAt: .distantPast)
  /// Of the code: what it is found by, so that the time a search takes says nothing about it.
  var hash: [UInt8] = []

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &code.id, .id)
    try row.column("project", &code.project)
    try row.column("hash", &hash)
    try row.column("code", &code.code)
    try row.column("link", &code.link)
    try row.column("request_type", &code.requestType)
    try row.column("email", &code.email)
    try row.column("new_email", &code.newEmail)
    try row.column("account", &code.account)
    try row.column("second_factor", &code.secondFactor)
    try row.column("created_at", &code.createdAt)
  }
}

extension Transaction {
  /// Stores a new code; the row it got.
  @discardableResult
  func insert(_ code: ActionCode) throws(StorageFailure) -> Int64 {
    try connection.insert(ActionCodeRow(code: code, hash: Digest.sha256(code.code.utf8)))
  }

  func actionCode(_ code: String, project: Int64) throws(StorageFailure) -> ActionCode? {
    try connection.first(
      ActionCodeRow.self, where: "hash = ? AND project = ?", Digest.sha256(code.utf8), project)?.code
  }

  /// The codes, oldest first.
  func actionCodes(project: Int64) throws(StorageFailure) -> [ActionCode] {
    try connection.all(ActionCodeRow.self, where: "project = ? ORDER BY id", project).map(\.code)
  }

  /// Whose code it is: a link names no project.
  func projectName(ofActionCode code: String) throws(StorageFailure) -> ProjectName? {
    let name: String? = try connection.value(
      "SELECT name FROM projects WHERE id = (SELECT project FROM action_codes WHERE hash = ?)",
      Digest.sha256(code.utf8))
    return name.map(ProjectName.init)
  }

  func delete(actionCode id: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM action_codes WHERE id = ?", id)
  }

  func deleteActionCodes(
    _ requestType: OobRequestType, to email: EmailAddress, project: Int64
  ) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM action_codes WHERE project = ? AND email = ? AND request_type = ?", project, email,
      requestType)
  }

  /// Forgets the codes of an account; the ways back to an earlier address only where told to, and never those
  /// that unenroll a second factor, which go with it, nor those that sign in, which show who reads the mail.
  func deleteActionCodes(
    account: Int64, includingRecovery: Bool = false
  ) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM action_codes WHERE account = ? AND second_factor IS NULL
        AND request_type <> 'EMAIL_SIGNIN' AND (? OR request_type <> 'RECOVER_EMAIL')
      """, account, includingRecovery)
  }

  /// Forgets the links that would give an account another address.
  func deleteAddressChanges(account: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM action_codes WHERE account = ? AND request_type = 'VERIFY_AND_CHANGE_EMAIL'", account)
  }

  /// Forgets the oldest codes, few at a time, that were made before `period`.
  func purgeActionCodes(madeBefore period: ClosedRange<Date>) throws(StorageFailure) {
    try purge(ActionCodeRow.self, madeBefore: period)
  }

  func deleteActionCodes(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM action_codes WHERE project = ?", project)
  }
}
