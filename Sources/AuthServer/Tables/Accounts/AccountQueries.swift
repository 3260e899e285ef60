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

  /// Returns the accounts in the order of the field `sortBy`, and then of their uids, which always ascend.
  ///
  /// Accounts without the field are the smallest.
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
              local_id LIMIT ?3 OFFSET ?4
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

}

// These leave out identities and second factors, which `complete` reads for many accounts at a time.
extension Transaction {
  func incompleteAccount(localID: String, project: Int64) throws(StorageFailure) -> Account? {
    try connection.first(Account.self, where: "project = ? AND local_id = ?", project, localID)
  }

  func incompleteAccount(phone: PhoneNumber, project: Int64) throws(StorageFailure) -> Account? {
    try connection.first(Account.self, where: "project = ? AND phone = ?", project, phone)
  }

  func incompleteAccount(email: EmailAddress, project: Int64) throws(StorageFailure) -> Account? {
    try connection.first(Account.self, where: "project = ? AND email = ?", project, email)
  }

  func incompleteAccount(
    provider: String, rawID: String, project: Int64
  ) throws(StorageFailure) -> Account? {
    let row: Int64? = try connection.value(
      "SELECT account FROM provider_identities WHERE project = ? AND provider = ? AND raw_id = ?", project,
      provider, rawID)
    guard let row else { return nil }
    return try connection.first(Account.self, where: "id = ?", row)
  }

  /// Returns the accounts that had this address before they changed it.
  ///
  /// This is slow, for administrators only.
  func incompleteAccounts(
    initialEmail: EmailAddress, project: Int64
  ) throws(StorageFailure) -> [Account] {
    try connection.all(Account.self, where: "project = ? AND initial_email = ?", project, initialEmail)
  }
}

extension [Account] {
  /// The rows of the accounts as a JSON array, for a query about all of them.
  var rowList: String { "[" + map { String($0.id) }.joined(separator: ",") + "]" }
}
