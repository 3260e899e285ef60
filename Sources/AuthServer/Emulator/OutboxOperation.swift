import Essentials
import IdentityToolkit

/// The operation that lists the messages that were sent.
struct OutboxOperation: Operation {
  let call: Call

  func answer(_ request: Outbox.Request) throws -> Outbox.Response {
    let recipient = request.to.map { EmailAddress(soughtFor: $0)?.text ?? $0 }
    let messages = try call.store.read { transaction in
      try transaction.messages(to: recipient, project: call.knownProject(in: transaction).id)
    }
    return Outbox.Response(messages: messages.map(OutboxMessage.init))
  }
}

extension OutboxMessage {
  init(_ message: SentMessage) {
    self.init(
      kind: message.kind, to: message.recipient, from: message.from, replyTo: message.replyTo,
      code: message.code, link: message.link,
      subject: message.subject, text: message.text, sentAt: message.sentAt.rfc3339WithFraction)
  }
}
