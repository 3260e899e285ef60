import Essentials
import HTTP

/// A person in one project.
struct Account: Sendable, Equatable {
  /// The row; zero for one that is not stored yet.
  var id: Int64 = 0
  var project: Int64
  var localID: String
  var phone: PhoneNumber?
  var email: String?
  var isEmailVerified = false
  var displayName: String?
  var photoURL: String?
  /// Custom claims, a JSON object as text.
  var customAttributes: String?
  var isDisabled = false
  /// Made by a fictional number.
  var isFictional = false
  var createdAt: Date
  var lastLoginAt: Date
  var lastRefreshAt: Date
  /// Sign-ins before this moment are over.
  var validSince: Date?

  /// A new account, made by signing in at `now`.
  init(localID: String, project: Int64, phone: PhoneNumber?, now: Date) {
    self.project = project
    self.localID = localID
    self.phone = phone
    createdAt = now
    lastLoginAt = now
    lastRefreshAt = now
  }

  /// From all columns, in the order of the schema.
  fileprivate init(_ row: Row) {
    id = row[0]
    project = row[1]
    localID = row[2]
    phone = row[3]
    email = row[4]
    isEmailVerified = row[5]
    displayName = row[6]
    photoURL = row[7]
    customAttributes = row[8]
    isDisabled = row[9]
    isFictional = row[10]
    createdAt = row[11]
    lastLoginAt = row[12]
    lastRefreshAt = row[13]
    validSince = row[14]
  }
}

extension Transaction {
  func account(row id: Int64) throws(StorageFailure) -> Account? {
    try connection.first("SELECT * FROM accounts WHERE id = ?", id, read: Account.init)
  }

  func account(localID: String, project: Int64) throws(StorageFailure) -> Account? {
    try connection.first(
      "SELECT * FROM accounts WHERE project = ? AND local_id = ?", project, localID, read: Account.init)
  }

  func account(phone: PhoneNumber, project: Int64) throws(StorageFailure) -> Account? {
    try connection.first(
      "SELECT * FROM accounts WHERE project = ? AND phone = ?", project, phone, read: Account.init)
  }

  /// Stores a new account; the row it got.
  func insert(_ account: Account) throws(StorageFailure) -> Int64 {
    try connection.run(
      """
      INSERT INTO accounts (project, local_id, phone, email, email_verified, display_name, photo_url,
        custom_attributes, disabled, fictional, created_at, last_login_at, last_refresh_at, valid_since)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      account.project, account.localID, account.phone, account.email, account.isEmailVerified,
      account.displayName,
      account.photoURL, account.customAttributes, account.isDisabled, account.isFictional,
      account.createdAt, account.lastLoginAt, account.lastRefreshAt, account.validSince)
    return connection.lastInsertedID
  }

  /// Stores what changed in `account`.
  func update(_ account: Account) throws(StorageFailure) {
    try connection.run(
      """
      UPDATE accounts SET phone = ?, email = ?, email_verified = ?, display_name = ?, photo_url = ?,
        custom_attributes = ?, disabled = ?, fictional = ?, last_login_at = ?, last_refresh_at = ?,
        valid_since = ?
      WHERE id = ?
      """,
      account.phone, account.email, account.isEmailVerified, account.displayName, account.photoURL,
      account.customAttributes, account.isDisabled, account.isFictional, account.lastLoginAt,
      account.lastRefreshAt, account.validSince, account.id)
  }

  /// Notes a sign-in; the index on numbers stays untouched.
  func noteSignIn(of account: Int64, at now: Date) throws(StorageFailure) {
    try connection.run(
      "UPDATE accounts SET last_login_at = ?, last_refresh_at = ? WHERE id = ?", now, now, account)
  }

  func noteRefresh(of account: Int64, at now: Date) throws(StorageFailure) {
    try connection.run("UPDATE accounts SET last_refresh_at = ? WHERE id = ?", now, account)
  }

  /// Deletes an account. Its refresh tokens stay, so that they can be told from forged ones.
  func delete(account: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM accounts WHERE id = ?", account)
  }

  func deleteAccounts(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM accounts WHERE project = ?", project)
  }
}
