import Essentials
import IdentityToolkit

// These make things look expired. Each returns how many rows it changed.
extension Transaction {
  func ageCodes(
    to date: Date, of phone: PhoneNumber?, project: Int64
  ) throws(StorageFailure) -> Int {
    try connection.run(
      """
      UPDATE phone_sessions SET created_at = ?1
      WHERE project = ?2 AND (?3 IS NULL OR phone = ?3) AND created_at > ?1
      """, date, project, phone)
  }

  func ageLinks(
    _ type: OobRequestType, to date: Date, of email: EmailAddress?, project: Int64
  ) throws(StorageFailure) -> Int {
    try connection.run(
      """
      UPDATE action_codes SET created_at = ?1
      WHERE project = ?2 AND request_type = ?3 AND (?4 IS NULL OR email = ?4) AND created_at > ?1
      """, date, project, type, email)
  }

  /// - Parameter account: The row of the only account to change, if given.
  func agePendingSignIns(
    to date: Date, of account: Int64?, project: Int64
  ) throws(StorageFailure) -> Int {
    try connection.run(
      """
      UPDATE pending_sign_ins SET created_at = ?1
      WHERE project = ?2 AND (?3 IS NULL OR account = ?3) AND created_at > ?1
      """, date, project, account)
  }

  /// Ends the sessions of all accounts, and returns the number of accounts.
  func endSessions(project: Int64, at now: Date) throws(StorageFailure) -> Int {
    try connection.run(
      "UPDATE accounts SET generation = generation + 1, valid_since = ? WHERE project = ?", now, project)
  }
}
