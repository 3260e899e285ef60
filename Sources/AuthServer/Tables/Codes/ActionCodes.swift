import Essentials
import IdentityToolkit

/// The one-time code of a mailed link ("out-of-band code").
struct ActionCode: Record, Sendable {
  static let table: StaticString = "action_codes"

  /// The row, or zero if it is not stored yet.
  var id: Int64 = 0
  var project: Int64 = 0
  /// The hash by which the code is found, in eight bytes.
  ///
  /// The duration of a search may reveal something of the hash, and that is far from the code. A stronger hash would
  /// need libcrypto, and opening that takes a quarter of an embedded `send-link`.
  var hash: [UInt8] = []
  var code = ""
  var link = ""
  var requestType = OobRequestType.emailSignIn
  /// The address that the account must have.
  ///
  /// For a sign-in link, the address it was sent to.
  var email = EmailAddress(stored: "")
  /// The account's address when the code was created, if an administrator has changed it since.
  var askedEmail: EmailAddress?
  var newEmail: EmailAddress?
  /// The account of the code.
  ///
  /// Nil for a sign-in link to an address without account, which creates one.
  var account: Int64?
  /// The row of the second factor that it unenrolls.
  var secondFactor: Int64?
  var createdAt = Date.distantPast

  fileprivate static func hash(of code: String) -> [UInt8] {
    withUnsafeBytes(of: FNV1a.hash(code.utf8).bigEndian) { Array($0) }
  }

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("id", &id, .id)
    try row.column("project", &project)
    try row.column("hash", &hash)
    try row.column("code", &code)
    try row.column("link", &link)
    try row.column("request_type", &requestType)
    try row.column("email", &email)
    try row.column("asked_email", &askedEmail)
    try row.column("new_email", &newEmail)
    try row.column("account", &account)
    try row.column("second_factor", &secondFactor)
    try row.column("created_at", &createdAt)
  }
}

extension Transaction {
  /// Stores a new code, and returns its row.
  ///
  /// With every sixteenth row, it deletes codes from before `period`, up to 32 of the oldest.
  func insert(_ code: ActionCode, purgingBefore period: ClosedRange<Date>) throws(StorageFailure) -> Int64 {
    var code = code
    code.hash = ActionCode.hash(of: code.code)
    let row = try connection.insert(code)
    if row.isMultiple(of: 16) { try purge(ActionCode.self, madeBefore: period, upTo: 32) }
    return row
  }

  func actionCode(_ code: String, project: Int64) throws(StorageFailure) -> ActionCode? {
    try connection.first(
      ActionCode.self, where: "hash = ? AND code = ? AND project = ?", ActionCode.hash(of: code), code,
      project)
  }

  /// Returns the codes, oldest first.
  func actionCodes(project: Int64) throws(StorageFailure) -> [ActionCode] {
    try connection.all(ActionCode.self, where: "project = ? ORDER BY id", project)
  }

  /// Returns the project of a code, because a link does not name it.
  func projectName(ofActionCode code: String) throws(StorageFailure) -> ProjectName? {
    let name: String? = try connection.value(
      "SELECT name FROM projects WHERE id = (SELECT project FROM action_codes WHERE hash = ? AND code = ?)",
      ActionCode.hash(of: code), code)
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

  /// Deletes the codes of an account.
  ///
  /// It deletes links back to an earlier address only if `includingRecovery` is true.
  ///
  /// It never deletes codes that unenroll a second factor, because those are deleted together with it. It never deletes
  /// sign-in codes either, because they show who reads the mail.
  func deleteActionCodes(
    account: Int64, includingRecovery: Bool = false
  ) throws(StorageFailure) {
    try connection.run(
      """
      DELETE FROM action_codes WHERE account = ? AND second_factor IS NULL
        AND request_type <> 'EMAIL_SIGNIN' AND (? OR request_type <> 'RECOVER_EMAIL')
      """, account, includingRecovery)
  }

  /// Deletes the links that would change an account's address.
  func deleteAddressChanges(account: Int64) throws(StorageFailure) {
    try connection.run(
      "DELETE FROM action_codes WHERE account = ? AND request_type = 'VERIFY_AND_CHANGE_EMAIL'", account)
  }

  /// Keeps the links valid that would change an account's address, after its address changed from `old` to `new`.
  ///
  /// Links from before an earlier change stay invalid.
  func keepAddressChanges(
    account: Int64, from old: EmailAddress, to new: EmailAddress
  ) throws(StorageFailure) {
    try connection.run(
      """
      UPDATE action_codes SET email = ?, asked_email = coalesce(asked_email, email) WHERE account = ? AND email = ?
        AND request_type = 'VERIFY_AND_CHANGE_EMAIL'
      """, new, account, old)
  }
}
