public import Essentials
import IdentityToolkit

extension LocalServer {
  /// An SMS or a mail that the server would have sent.
  public struct Message: Sendable, Equatable {
    /// The ways to send a message.
    public enum Kind: Sendable, Equatable {
      /// An SMS to a phone number.
      case sms
      /// A mail to an address.
      case email
    }

    /// Whether it is an SMS or a mail.
    public let kind: Kind
    /// The phone number in E.164 form, or the e-mail address.
    public let recipient: String
    /// The sender of a mail: an address, or a name and an address in angle brackets.
    ///
    /// It is nil for an SMS, and under ``LocalServer/Rules/emulator``.
    public let from: String?
    /// The address that answers to a mail go to; nil if the project set none.
    public let replyTo: String?
    /// The code of an SMS, six digits.
    public let code: String?
    /// The link of a mail.
    public let link: String?
    /// The subject of a mail.
    public let subject: String?
    /// The text for the recipient.
    public let text: String
    /// When it was sent, by the server's clock.
    public let sentAt: Date
  }
}

extension LocalServer.Message {
  init(_ message: OutboxMessage) {
    self.init(
      kind: message.kind == "sms" ? .sms : .email, recipient: message.to, from: message.from,
      replyTo: message.replyTo, code: message.code, link: message.link,
      subject: message.subject, text: message.text, sentAt: Date(rfc3339: message.sentAt) ?? .distantPast)
  }
}
