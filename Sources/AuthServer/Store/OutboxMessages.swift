import Essentials
import HTTP
import IdentityToolkit

/// A message that was "sent".
struct SentMessage: Sendable, Equatable {
  /// `sms` or `email`.
  var kind: String
  /// A number or an address.
  var recipient: String
  var code: String?
  var link: String?
  var subject: String?
  var text: String
  var sentAt: Date

  init(sms text: String, to phone: PhoneNumber, code: String, sentAt: Date) {
    kind = "sms"
    recipient = phone.e164
    self.code = code
    self.text = text
    self.sentAt = sentAt
  }

  init(mail: MailText, to email: EmailAddress, code: String, link: String, sentAt: Date) {
    kind = "email"
    recipient = email.text
    self.code = code
    self.link = link
    subject = mail.subject
    text = mail.body
    self.sentAt = sentAt
  }

  fileprivate init(_ row: Row) throws(StorageFailure) {
    kind = try row[0]
    recipient = try row[1]
    code = try row[2]
    link = try row[3]
    subject = try row[4]
    text = try row[5]
    sentAt = try row[6]
  }
}

extension Transaction {
  /// Adds a message and forgets what is older than the newest `kept`; its number.
  @discardableResult
  func append(
    _ message: SentMessage, project: Int64, keeping kept: Int
  ) throws(StorageFailure) -> Int64 {
    let last: Int64 =
      try connection.value(
        "SELECT number FROM outbox WHERE project = ? ORDER BY number DESC LIMIT 1", project) ?? 0
    guard (0..<Int64.max).contains(last)
    else { throw .corrupt(path: connection.path, reason: "a message has the number \(last)") }
    let number = last + 1
    try connection.run(
      """
      INSERT INTO outbox (project, number, kind, recipient, code, link, subject, body, sent_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      project, number, message.kind, message.recipient, message.code, message.link, message.subject,
      message.text, message.sentAt)
    try connection.run(
      "DELETE FROM outbox WHERE project = ? AND number <= ?", project, number - Int64(kept))
    return number
  }

  func delete(message number: Int64, project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM outbox WHERE project = ? AND number = ?", project, number)
  }

  /// The messages, oldest first; to one number or address only, where one is given.
  func messages(to recipient: String?, project: Int64) throws(StorageFailure) -> [SentMessage] {
    try connection.all(
      """
      SELECT kind, recipient, code, link, subject, body, sent_at
      FROM outbox WHERE project = ?1 AND (?2 IS NULL OR recipient = ?2) ORDER BY number
      """, project, recipient, read: SentMessage.init)
  }

  func deleteMessages(project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM outbox WHERE project = ?", project)
  }
}
