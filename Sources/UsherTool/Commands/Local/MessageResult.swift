import IdentityToolkit

/// A message of the local server, as part of a result.
struct MessageResult: Codable, Sendable {
  var kind: String
  var to: String
  var code: String?
  var link: String?
  var subject: String?
  var text: String
  var sentAt: String?

  init(_ message: OutboxMessage) {
    kind = message.kind
    to = message.to
    code = message.code
    link = message.link
    subject = message.subject
    text = message.text
    sentAt = message.sentAt.isEmpty ? nil : message.sentAt
  }

  private enum CodingKeys: String, CodingKey {
    case kind, to, code, link, subject, text
    case sentAt = "sent_at"
  }
}
