package import Essentials
import IdentityToolkit

/// A message that was "sent".
package struct SentMessage: Sendable, Equatable {
  /// `sms` or `email`.
  package var kind: String
  /// A number or an address.
  package var recipient: String
  /// The sender of a mail, if the policy names one.
  package var from: String?
  /// The address that answers to a mail go to, if it is another.
  package var replyTo: String?
  package var code: String?
  package var link: String?
  package var subject: String?
  package var text: String
  package var sentAt: Date
}

extension SentMessage {
  init(sms text: String, to phone: PhoneNumber, code: String, sentAt: Date) {
    self.init(kind: "sms", recipient: phone.e164, code: code, text: text, sentAt: sentAt)
  }
}

private struct SentMessageRow: Record {
  static let table: StaticString = "outbox"

  var project: Int64 = 0
  /// The number of the message, counted from one in each project.
  var number: Int64 = 0
  var message = SentMessage(kind: "", recipient: "", text: "", sentAt: .distantPast)

  mutating func exchange(with row: inout some Row) throws(StorageFailure) {
    try row.column("project", &project, .key)
    try row.column("number", &number, .key)
    try row.column("kind", &message.kind)
    try row.column("recipient", &message.recipient)
    try row.column("sender", &message.from)
    try row.column("reply_to", &message.replyTo)
    try row.column("code", &message.code)
    try row.column("link", &message.link)
    try row.column("subject", &message.subject)
    try row.column("body", &message.text)
    try row.column("sent_at", &message.sentAt)
  }
}

extension Transaction {
  /// Adds a message, and deletes all but the newest `kept`.
  ///
  /// Returns its number.
  @discardableResult
  func insert(
    _ message: SentMessage, project: Int64, keeping kept: Int
  ) throws(StorageFailure) -> Int64 {
    let last: Int64 =
      try connection.value(
        "SELECT number FROM outbox WHERE project = ? ORDER BY number DESC LIMIT 1", project) ?? 0
    guard (0..<Int64.max).contains(last)
    else { throw .corrupt(path: connection.path, reason: "a message has the number \(last)") }
    let number = last + 1
    try connection.insert(SentMessageRow(project: project, number: number, message: message))
    if number > kept {
      try connection.run(
        "DELETE FROM outbox WHERE project = ? AND number <= ?", project, number - Int64(kept))
    }
    return number
  }

  func delete(message number: Int64, project: Int64) throws(StorageFailure) {
    try connection.run("DELETE FROM outbox WHERE project = ? AND number = ?", project, number)
  }

  /// Returns the messages, oldest first.
  ///
  /// If `recipient` is given, only those to this number or address.
  func messages(to recipient: String?, project: Int64) throws(StorageFailure) -> [SentMessage] {
    try connection.all(
      SentMessageRow.self, where: "project = ?1 AND (?2 IS NULL OR recipient = ?2) ORDER BY number", project,
      recipient
    ).map(\.message)
  }
}
