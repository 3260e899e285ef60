import Essentials
import IdentityToolkit

// These find and store the accounts of a project.
extension Transaction {
  func account(row id: Int64) throws(StorageFailure) -> Account? {
    try complete(connection.first(Account.self, where: "id = ?", id))
  }

  func account(localID: String, project: Int64) throws(StorageFailure) -> Account? {
    try complete(incompleteAccount(localID: localID, project: project))
  }

  func account(phone: PhoneNumber, project: Int64) throws(StorageFailure) -> Account? {
    try complete(incompleteAccount(phone: phone, project: project))
  }

  func account(email: EmailAddress, project: Int64) throws(StorageFailure) -> Account? {
    try complete(incompleteAccount(email: email, project: project))
  }

  /// Returns the newest accounts of a project, newest first.
  ///
  /// It looks only at the server's newest thousand accounts, because there may be a million.
  func newestAccounts(_ count: Int, project: Int64) throws(StorageFailure) -> [Account] {
    try complete(
      connection.all(
        Account.self,
        where: "id > (SELECT max(id) FROM accounts) - 1000 AND +project = ? ORDER BY id DESC LIMIT ?",
        project, count))
  }

  /// Stores a new account, and returns it with its row.
  func insert(_ account: Account) throws(StorageFailure) -> Account {
    var account = account
    account.id = try connection.insert(account)
    return account
  }

  /// Stores the changes of `account`, except its identities and second factors.
  func update(_ account: Account) throws(StorageFailure) {
    try connection.update(account)
  }

  /// Stores the time of a sign-in.
  ///
  /// It does not touch the index on numbers.
  func noteSignIn(of account: Int64, at now: Date) throws(StorageFailure) {
    try connection.run(
      "UPDATE accounts SET last_login_at = ?, last_refresh_at = ? WHERE id = ?", now, now, account)
  }

  func noteRefresh(of account: Int64, at now: Date) throws(StorageFailure) {
    try connection.run("UPDATE accounts SET last_refresh_at = ? WHERE id = ?", now, account)
  }

  /// Deletes an account.
  ///
  /// Its refresh tokens stay, so they can be distinguished from forged ones.
  func delete(account: Int64, at now: Date) throws(StorageFailure) {
    try rememberName(ofAccount: account, deletedAt: now)
    try connection.run("DELETE FROM accounts WHERE id = ?", account)
    try connection.run("DELETE FROM provider_identities WHERE account = ?", account)
    // The policy decides about links that sign in to it.
    try connection.run(
      "DELETE FROM action_codes WHERE account = ? AND request_type <> 'EMAIL_SIGNIN'", account)
    try deleteSecondFactors(account: account)
    try deletePasskeys(account: account)
  }

  func deleteAccounts(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM accounts WHERE project = ?", project)
    try connection.run("DELETE FROM provider_identities WHERE project = ?", project)
    try deleteSecondFactors(project: project)
    try deletePasskeys(project: project)
  }
}
