import IdentityToolkit

extension Call {
  func outbox(_ request: Outbox.Request) throws -> Outbox.Response {
    let recipient = request.to.map { (try? EmailAddress($0))?.text ?? $0 }
    let messages = try store.read { transaction in
      try transaction.messages(to: recipient, project: findProject(in: transaction).id)
    }
    return Outbox.Response(messages: messages.map(OutboxMessage.init))
  }
}

extension OutboxMessage {
  init(_ message: SentMessage) {
    self.init(
      kind: message.kind, to: message.recipient, code: message.code, link: message.link,
      subject: message.subject, text: message.text, sentAt: message.sentAt.rfc3339)
  }
}
