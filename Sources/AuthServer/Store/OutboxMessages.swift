import Essentials
import HTTP
import IdentityToolkit

extension Transaction {
  /// Adds a message and forgets what is older than the newest `kept`.
  func append(
    _ message: OutboxMessage, sentAt: Date, project: Int64, keeping kept: Int
  ) throws(StorageFailure) {
    let last: Int64? = try connection.first(
      "SELECT number FROM outbox WHERE project = ? ORDER BY number DESC LIMIT 1", project
    ) { $0[0] }
    let number = (last ?? 0) + 1
    try connection.run(
      """
      INSERT INTO outbox (project, number, kind, recipient, code, link, subject, body, sent_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      project, number, message.kind, message.to, message.code, message.link, message.subject, message.text,
      sentAt)
    try connection.run(
      "DELETE FROM outbox WHERE project = ? AND number <= ?", project, number - Int64(kept))
  }

  /// The messages, oldest first; to one number or address only, where one is given.
  func messages(to recipient: String?, project: Int64) throws(StorageFailure) -> [OutboxMessage] {
    try connection.all(
      """
      SELECT kind, recipient, code, link, subject, body, sent_at
      FROM outbox WHERE project = ?1 AND (?2 IS NULL OR recipient = ?2) ORDER BY number
      """, project, recipient
    ) { row in
      OutboxMessage(
        kind: row[0], to: row[1], code: row[2], link: row[3], subject: row[4], text: row[5],
        sentAt: (row[6] as Date).rfc3339)
    }
  }

  func deleteMessages(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM outbox WHERE project = ?", project)
  }
}
