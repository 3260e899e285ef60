import Essentials
import IdentityToolkit

// These list many accounts at a time, for administrators.
extension Transaction {
  /// Returns the accounts whose uids come after `localID`, in this order.
  func accounts(after localID: String, limit: Int, project: Int64) throws(StorageFailure) -> [Account] {
    try complete(
      connection.all(
        Account.self, where: "project = ? AND local_id > ? ORDER BY local_id LIMIT ?", project, localID,
        limit))
  }

  /// Returns the accounts in the order of the field `sortBy`, and then of their uids.
  func accounts(
    sortedBy sortBy: String, isDescending: Bool, limit: Int, offset: Int, project: Int64
  ) throws(StorageFailure) -> [Account] {
    try complete(
      isDescending
        ? connection.all(
          Account.self,
          where: """
            project = ?1 ORDER BY CASE ?2 WHEN 'NAME' THEN display_name WHEN 'CREATED_AT' THEN created_at
              WHEN 'LAST_LOGIN_AT' THEN last_login_at WHEN 'USER_EMAIL' THEN email ELSE local_id END DESC,
              local_id DESC LIMIT ?3 OFFSET ?4
            """, project, sortBy, limit, offset)
        : connection.all(
          Account.self,
          where: """
            project = ?1 ORDER BY CASE ?2 WHEN 'NAME' THEN display_name WHEN 'CREATED_AT' THEN created_at
              WHEN 'LAST_LOGIN_AT' THEN last_login_at WHEN 'USER_EMAIL' THEN email ELSE local_id END,
              local_id LIMIT ?3 OFFSET ?4
            """, project, sortBy, limit, offset))
  }

  func countAccounts(project: Int64) throws(StorageFailure) -> Int {
    try connection.value("SELECT count(*) FROM accounts WHERE project = ?", project) ?? 0
  }

  /// Adds the identities and second factors to the accounts.
  func complete(_ rows: [Account]) throws(StorageFailure) -> [Account] {
    var accounts: [Account] = []
    for row in rows { if let account = try complete(row) { accounts.append(account) } }
    return accounts
  }
}
