import HTTP

/// The RPC that lists the messages that this project's local server "sent", oldest first.
///
/// Firebase's emulator does not have this route.
package enum Outbox: RPC {
  package static let route = RPCRoute(.localServer, .get, "usher/v1/projects/{project}/outbox")

  package struct Request: Codable, Equatable, Sendable {
    /// Only messages to this number or address.
    package var to: String?

    package init(to: String? = nil) {
      self.to = to
    }
  }

  package struct Response: Codable, Equatable, Sendable {
    package var messages: [OutboxMessage]

    package init(messages: [OutboxMessage]) {
      self.messages = messages
    }
  }
}

/// An SMS or mail that was not really sent.
package struct OutboxMessage: Codable, Equatable, Sendable {
  /// `sms` or `email`.
  package var kind: String
  package var to: String
  /// The sender of a mail: an address, or a name and an address in angle brackets.
  package var from: String?
  package var replyTo: String?
  package var code: String?
  /// The plain action link.
  package var link: String?
  package var subject: String?
  package var text: String
  /// RFC 3339.
  package var sentAt: String

  package init(
    kind: String, to: String, from: String? = nil, replyTo: String? = nil, code: String? = nil,
    link: String? = nil, subject: String? = nil, text: String, sentAt: String
  ) {
    self.kind = kind
    self.to = to
    self.from = from
    self.replyTo = replyTo
    self.code = code
    self.link = link
    self.subject = subject
    self.text = text
    self.sentAt = sentAt
  }
}
